/** Accounts over HTTP, with problems as RFC 9457 says. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.http;
