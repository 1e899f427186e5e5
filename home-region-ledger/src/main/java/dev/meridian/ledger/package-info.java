/** The ledger of one home region: starts here. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger;
