/** Bookings of home-region-ledger, beside the same statements bare and one by one. */
@org.jspecify.annotations.NullMarked
package dev.meridian.bench.ledger;
