/** The journal: balanced entries and their postings, only ever appended. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.journal;
