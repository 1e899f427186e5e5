package dev.meridian.dedup;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Messages to claim: a key and, after a colon, what it asks for (by default the same thing). */
final class Messages {

  private Messages() {}

  static DedupKey message(String text) {
    int colon = text.indexOf(':');
    String key = colon < 0 ? text : text.substring(0, colon);
    String content = colon < 0 ? "pay 5" : text.substring(colon + 1);
    return new DedupKey(
        key, Fingerprint.of(content.getBytes(StandardCharsets.UTF_8)), 1, Instant.EPOCH);
  }

  static List<DedupKey> messages(String... texts) {
    return Stream.of(texts).map(Messages::message).toList();
  }

  /** One word per verdict. */
  static List<String> words(List<Verdict> verdicts) {
    return verdicts.stream().map(verdict -> verdict.getClass().getSimpleName()).toList();
  }
}
