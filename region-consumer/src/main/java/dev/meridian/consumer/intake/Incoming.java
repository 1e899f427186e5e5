package dev.meridian.consumer.intake;

import dev.meridian.outbox.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record as it came, or one HTTP request in the same clothes. Topic, partition and offset are
 * for counting and for parked rows; nothing is decided from them. Immutable by agreement: arrays
 * are not copied, and nobody writes to them.
 *
 * @param topic where it came from, a mirrored topic under its mirrored name
 * @param partition of the topic
 * @param offset in the partition
 * @param key the record's key
 * @param headers in order, as bytes
 * @param payload null is a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Incoming(
    String topic,
    int partition,
    long offset,
    byte @Nullable [] key,
    List<Header> headers,
    byte @Nullable [] payload) {
  public Incoming {
    headers = List.copyOf(headers);
  }
}
