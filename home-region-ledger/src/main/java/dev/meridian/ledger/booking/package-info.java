/** Booking of commands: at most once per intent, every repeat answered, legs between homes. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.booking;
