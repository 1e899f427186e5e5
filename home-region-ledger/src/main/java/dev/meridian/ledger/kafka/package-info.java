/** Kafka at the edge: commands come in as batches, the outbox goes out. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.kafka;
