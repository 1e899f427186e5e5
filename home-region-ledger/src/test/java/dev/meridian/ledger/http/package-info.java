/** Tests of http. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.http;
