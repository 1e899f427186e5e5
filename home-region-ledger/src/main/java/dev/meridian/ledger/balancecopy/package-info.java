/** Read-only copies of balances: told by an account's home, kept by the other regions. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.balancecopy;
