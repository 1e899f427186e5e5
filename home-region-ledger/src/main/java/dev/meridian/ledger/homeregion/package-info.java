/** Which region owns an account's balance, as this service sees it. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.homeregion;
