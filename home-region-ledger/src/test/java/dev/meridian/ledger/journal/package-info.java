/** Tests of journal. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.journal;
