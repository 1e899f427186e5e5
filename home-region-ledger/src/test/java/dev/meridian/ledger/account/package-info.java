/** Tests of account. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.account;
