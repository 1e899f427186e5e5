/** Tests of booking. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.booking;
