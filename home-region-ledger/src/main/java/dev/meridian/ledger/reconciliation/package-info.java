/** Holds the books against themselves: entries, balances, legs and clearing of one moment. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.reconciliation;
