/** Tests of the package of the same name. */
@NullMarked
package dev.meridian.consumer.health;

import org.jspecify.annotations.NullMarked;
