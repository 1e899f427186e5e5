package dev.meridian.consumer.intake;

import dev.meridian.inbox.Parked;
import dev.meridian.inbox.Place;
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
 * @param putBack whether an operator put it back, so that it is no delivery of Kafka's
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Incoming(
    String topic,
    int partition,
    long offset,
    byte @Nullable [] key,
    List<Header> headers,
    byte @Nullable [] payload,
    boolean putBack) {

  /** Written out, since a compact one loses the annotations of its arrays. */
  public Incoming(
      String topic,
      int partition,
      long offset,
      byte @Nullable [] key,
      List<Header> headers,
      byte @Nullable [] payload,
      boolean putBack) {
    this.topic = topic;
    this.partition = partition;
    this.offset = offset;
    this.key = key;
    this.headers = List.copyOf(headers);
    this.payload = payload;
    this.putBack = putBack;
  }

  /** A delivery of Kafka's. */
  public Incoming(
      String topic,
      int partition,
      long offset,
      byte @Nullable [] key,
      List<Header> headers,
      byte @Nullable [] payload) {
    this(topic, partition, offset, key, headers, payload, false);
  }

  /** Where it lies in Kafka. */
  public Place place() {
    return new Place(topic, partition, offset);
  }

  /** A parked message as it came the first time. */
  static Incoming putBack(Parked parked) {
    return new Incoming(
        parked.topic(),
        parked.partition(),
        parked.offset(),
        parked.key(),
        parked.headers(),
        parked.payload(),
        true);
  }
}
