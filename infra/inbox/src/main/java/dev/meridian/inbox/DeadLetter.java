package dev.meridian.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.meridian.outbox.Header;
import dev.meridian.outbox.OutboxRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The copy of a parked message for the dead-letter topic: the original bytes, key and headers, and
 * what became of it in {@code dlq_} headers. Where it was read first stays as it was, however often
 * it is put back. Headers, key and payload are bounded in size, so that any topic of ours takes the
 * copy: of a payload that is longer it has the first bytes, and headers with the length and SHA-256
 * of all of it. The row keeps everything, and redrive works on the row.
 */
final class DeadLetter {
  static final String REASON = "dlq_reason";
  static final String DETAIL = "dlq_detail";
  static final String ID = "dlq_id";
  static final String GROUP = "dlq_consumergroup";
  static final String TOPIC = "dlq_topic";
  static final String PARTITION = "dlq_partition";
  static final String OFFSET = "dlq_offset";
  static final String RETRY_COUNT = "dlq_retrycount";
  static final String DROPPED = "dlq_headersdropped";

  /** Original headers beyond these sizes are left out of the copy. */
  static final int HEADER_BYTES_AT_MOST = 8 << 10;

  static final int ALL_HEADERS_BYTES_AT_MOST = 32 << 10;

  /** With headers and key this stays below a broker's default of 1 MiB for a record. */
  static final int PAYLOAD_BYTES_AT_MOST = 768 << 10;

  static final int KEY_BYTES_AT_MOST = 64 << 10;

  /** Enough to see what it was. */
  static final int FIRST_BYTES = 16 << 10;

  private static final int DETAIL_CHARS_AT_MOST = 500;
  private static final List<String> FIRST_SEEN = List.of(TOPIC, PARTITION, OFFSET);

  private DeadLetter() {}

  static OutboxRecord of(String topic, Parked parked, int retryCount) {
    List<Header> headers = new ArrayList<>();
    int dropped = originals(parked, headers);
    boolean seenBefore =
        FIRST_SEEN.stream().allMatch(name -> headers.stream().anyMatch(h -> h.name().equals(name)));
    if (!seenBefore) {
      headers.removeIf(header -> FIRST_SEEN.contains(header.name()));
      headers.add(Header.of(TOPIC, parked.topic()));
      headers.add(Header.of(PARTITION, Integer.toString(parked.partition())));
      headers.add(Header.of(OFFSET, Long.toString(parked.offset())));
    }
    headers.add(Header.of(ID, parked.id()));
    headers.add(Header.of(GROUP, parked.consumerGroup()));
    headers.add(Header.of(REASON, parked.reason()));
    headers.add(Header.of(DETAIL, shortDetail(parked)));
    headers.add(Header.of(RETRY_COUNT, Integer.toString(retryCount)));
    if (dropped > 0) {
      headers.add(Header.of(DROPPED, Integer.toString(dropped)));
    }
    byte[] key = bounded("key", parked.key(), KEY_BYTES_AT_MOST, headers);
    byte[] payload = bounded("payload", parked.payload(), PAYLOAD_BYTES_AT_MOST, headers);
    return OutboxRecord.ofBytes(topic, key, parked.id(), headers, payload);
  }

  private static byte @Nullable [] bounded(
      String what, byte @Nullable [] bytes, int atMost, List<Header> headers) {
    if (bytes == null || bytes.length <= atMost) {
      return bytes;
    }
    headers.add(Header.of("dlq_" + what + "_bytes", Integer.toString(bytes.length)));
    headers.add(Header.of("dlq_" + what + "_sha256", Parked.sha256Of(bytes)));
    return Arrays.copyOf(bytes, FIRST_BYTES);
  }

  private static int originals(Parked parked, List<Header> into) {
    int bytes = 0;
    int dropped = 0;
    for (Header header : parked.headers()) {
      byte[] value = header.value();
      int size = header.name().getBytes(UTF_8).length + (value == null ? 0 : value.length);
      if (header.name().startsWith("dlq_") && !FIRST_SEEN.contains(header.name())) {
        continue;
      }
      if (size > HEADER_BYTES_AT_MOST || bytes + size > ALL_HEADERS_BYTES_AT_MOST) {
        dropped++;
        continue;
      }
      bytes += size;
      into.add(header);
    }
    return dropped;
  }

  private static String shortDetail(Parked parked) {
    String detail = parked.detail();
    return detail.substring(0, Math.min(detail.length(), DETAIL_CHARS_AT_MOST));
  }
}
