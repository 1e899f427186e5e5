package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way to a topic. Immutable by agreement: arrays are not copied, and nobody writes
 * to them.
 *
 * @param topic where it goes; of the producer's own cluster
 * @param key what it is ordered by within its topic; null and empty count as one key
 * @param messageId the message's own id, the same for every attempt; for people, and for finding an
 *     awaited one
 * @param attempt 1 for the first, raised by each resend
 * @param headers in order; a name may occur twice
 * @param payload null is a tombstone
 * @param awaited set if the sender keeps the message open until its answer was applied
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record OutboxRecord(
    String topic,
    byte @Nullable [] key,
    String messageId,
    int attempt,
    List<Header> headers,
    byte @Nullable [] payload,
    @Nullable Awaited awaited) {

  /** The header that tells the receiver how often the message was decided to be sent. */
  public static final String ATTEMPT_HEADER = "ce_attempt";

  /**
   * The answer that a message awaits.
   *
   * @param answerKey what the answer will name: a payment id, or a leg id
   * @param home the region asked
   */
  public record Awaited(String answerKey, String home) {
    public Awaited {
      requireText("answerKey", answerKey);
      requireText("home", home);
    }
  }

  /** Any attempt. Written out, since a compact one loses the annotations of its arrays. */
  public OutboxRecord(
      String topic,
      byte @Nullable [] key,
      String messageId,
      int attempt,
      List<Header> headers,
      byte @Nullable [] payload,
      @Nullable Awaited awaited) {
    requireText("topic", topic);
    requireText("messageId", messageId);
    if (attempt < 1) {
      throw new IllegalArgumentException("attempt begins at 1, is " + attempt);
    }
    this.topic = topic;
    this.key = key;
    this.messageId = messageId;
    this.attempt = attempt;
    this.headers = List.copyOf(headers);
    this.payload = payload;
    this.awaited = awaited;
  }

  /**
   * A first attempt that awaits no answer; key and header values as UTF-8, headers in the map's
   * order.
   */
  public static OutboxRecord of(
      String topic,
      String key,
      String messageId,
      Map<String, String> headers,
      byte @Nullable [] payload) {
    List<Header> list = new ArrayList<>(headers.size());
    headers.forEach((name, value) -> list.add(Header.of(name, value)));
    return new OutboxRecord(topic, key.getBytes(UTF_8), messageId, 1, list, payload, null);
  }

  /** A first attempt that awaits no answer, to the byte: for copies of what others produced. */
  public static OutboxRecord ofBytes(
      String topic,
      byte @Nullable [] key,
      String messageId,
      List<Header> headers,
      byte @Nullable [] payload) {
    return new OutboxRecord(topic, key, messageId, 1, headers, payload, null);
  }

  /** The same message, kept open until {@link OpenMessages#close} is called with the answer key. */
  public OutboxRecord awaiting(String answerKey, String home) {
    return new OutboxRecord(
        topic, key, messageId, attempt, headers, payload, new Awaited(answerKey, home));
  }

  /** The first header of that name as text; null if there is none, or none with a value. */
  public @Nullable String header(String name) {
    return headers.stream()
        .filter(h -> h.name().equals(name))
        .findFirst()
        .map(Header::text)
        .orElse(null);
  }

  /**
   * The message as it goes out: a resend carries its own attempt in {@link #ATTEMPT_HEADER}. A
   * first attempt keeps the header it has (a dead-letter copy shows the attempt of the original)
   * and gets one if it has none.
   */
  OutboxRecord stamped() {
    if (attempt == 1 && header(ATTEMPT_HEADER) != null) {
      return this;
    }
    List<Header> stamped = new ArrayList<>(headers.size() + 1);
    headers.stream().filter(h -> !h.name().equals(ATTEMPT_HEADER)).forEach(stamped::add);
    stamped.add(Header.of(ATTEMPT_HEADER, Integer.toString(attempt)));
    return new OutboxRecord(topic, key, messageId, attempt, stamped, payload, awaited);
  }

  private static void requireText(String name, String value) {
    if (value.isEmpty() || value.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(name + " is empty or holds U+0000");
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OutboxRecord that
        && topic.equals(that.topic)
        && Arrays.equals(key, that.key)
        && messageId.equals(that.messageId)
        && attempt == that.attempt
        && headers.equals(that.headers)
        && Arrays.equals(payload, that.payload)
        && Objects.equals(awaited, that.awaited);
  }

  @Override
  public int hashCode() {
    return 31 * messageId.hashCode() + attempt;
  }

  @Override
  public String toString() {
    return "OutboxRecord[" + topic + " " + messageId + " attempt " + attempt + "]";
  }
}
