/** Tests of the package of the same name. */
@NullMarked
package dev.meridian.consumer.payment;

import org.jspecify.annotations.NullMarked;
