/** Tests of the package of the same name. */
@NullMarked
package dev.meridian.consumer.config;

import org.jspecify.annotations.NullMarked;
