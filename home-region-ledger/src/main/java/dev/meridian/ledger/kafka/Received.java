package dev.meridian.ledger.kafka;

import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.Parked;
import dev.meridian.messages.DedupKeys;
import dev.meridian.messages.Message;
import dev.meridian.outbox.Header;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * One record as it came. Where it came from is for counting and for parked rows; nothing is decided
 * from it. Immutable by agreement: arrays are not copied, and nobody writes to them.
 *
 * @param payload null is a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record Received(
    String topic,
    int partition,
    long offset,
    byte @Nullable [] key,
    List<Header> headers,
    byte @Nullable [] payload) {

  /** The consumer group's name, in Kafka and in the database. */
  public static final String GROUP = "home-region-ledger";

  public static Received of(ConsumerRecord<byte[], byte[]> kept) {
    List<Header> headers = new ArrayList<>();
    kept.headers().forEach(header -> headers.add(new Header(header.key(), header.value())));
    return new Received(
        kept.topic(), kept.partition(), kept.offset(), kept.key(), headers, kept.value());
  }

  Headers kafkaHeaders() {
    RecordHeaders all = new RecordHeaders();
    headers.forEach(header -> all.add(header.name(), header.value()));
    return all;
  }

  Delivery counted(Delivery.Outcome outcome) {
    return Delivery.of(topic, partition, outcome);
  }

  Delivery duplicate(Delivery.Cause cause) {
    return new Delivery(topic, partition, Delivery.Outcome.DUPLICATE, Delivery.Tier.LEDGER, cause);
  }

  /** To be parked under the hash of its bytes: its own key can't be read, or can't be stored. */
  Parked parkedByBytes(String reason, String detail) {
    return Parked.undecodable(
        GROUP, reason, detail, topic, partition, offset, key, headers, payload);
  }

  /** To be parked under the keys that it names. */
  @SuppressWarnings("NullAway") // javac drops the @Nullable of a compact constructor's arrays
  Parked parked(Message message, byte[] fingerprint, String reason, String detail) {
    return new Parked(
        GROUP,
        dedupKey(message),
        fingerprint,
        reason,
        detail,
        topic,
        partition,
        offset,
        key,
        headers,
        payload);
  }

  static String dedupKey(Message message) {
    return DedupKeys.of(
        message.kind(), message.envelope().businessKey(), message.envelope().requestKey());
  }
}
