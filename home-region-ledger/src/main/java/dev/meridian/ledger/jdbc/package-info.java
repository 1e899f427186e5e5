/** Rows as SQL arrays, so that one statement writes a whole batch. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.jdbc;
