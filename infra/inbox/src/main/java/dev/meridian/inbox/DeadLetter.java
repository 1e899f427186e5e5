package dev.meridian.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.meridian.outbox.Header;
import dev.meridian.outbox.OutboxRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * The copy of a parked message for the dead-letter topic: the original bytes, key and headers, and
 * what became of it in {@code dlq_} headers. Where it was read first stays as it was, however often
 * it is put back. Headers are bounded in size; the row keeps them all.
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
    return OutboxRecord.ofBytes(topic, parked.key(), parked.id(), headers, parked.payload());
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
