/** Tests of the package of the same name. */
@NullMarked
package dev.meridian.consumer.intake;

import org.jspecify.annotations.NullMarked;
