/**
 * Accounts whose home is this region: opening, locking, balances, funding, and the system's own
 * accounts.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.account;
