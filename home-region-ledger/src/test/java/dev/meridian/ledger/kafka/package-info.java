/** Tests of kafka. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.kafka;
