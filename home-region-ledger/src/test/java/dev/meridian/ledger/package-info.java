/** Tests of the whole service. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger;
