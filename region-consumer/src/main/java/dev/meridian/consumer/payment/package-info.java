/** A payment in this region: where it stands, which moves it may make, and its rows. */
@NullMarked
package dev.meridian.consumer.payment;

import org.jspecify.annotations.NullMarked;
