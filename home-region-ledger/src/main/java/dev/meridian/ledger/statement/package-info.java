/** Reads of the journal: balances as of a time, statements, single entries, trial balances. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.statement;
