/** Tests of the package of the same name. */
@NullMarked
package dev.meridian.consumer.kafka;

import org.jspecify.annotations.NullMarked;
