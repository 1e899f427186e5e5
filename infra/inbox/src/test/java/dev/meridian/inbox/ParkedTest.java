package dev.meridian.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.outbox.Header;
import dev.meridian.outbox.OutboxRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ParkedTest {
  private static Parked parked(String key, byte[] fingerprint, List<Header> headers) {
    return new Parked(
        "region-consumer",
        key,
        fingerprint,
        "CONFLICT",
        "why",
        "payments.eu",
        2,
        77,
        new byte[] {1},
        headers,
        "{}".getBytes(UTF_8));
  }

  private static Parked parked(String key) {
    return parked(key, new byte[] {9}, List.of());
  }

  @Test
  void id_sameMessage_isTheSameOnEveryTryAndElseAnother() {
    assertThat(parked("a|b").id()).isEqualTo(parked("a|b").id()).matches("prk-[0-9a-f]{32}");
    assertThat(parked("a|c").id()).isNotEqualTo(parked("a|b").id());
    assertThat(parked("a|b", new byte[] {8}, List.of()).id()).isNotEqualTo(parked("a|b").id());
  }

  @Test
  void new_keyThatNoColumnHolds_isHashed() {
    assertThat(parked("a\0b").dedupKey()).startsWith("sha256:").hasSize(71);
    assertThat(parked("a\0c").id()).isNotEqualTo(parked("a\0b").id());
    assertThat(parked("x".repeat(Parked.KEY_CHARS_AT_MOST + 1)).dedupKey()).startsWith("sha256:");
  }

  @Test
  void new_longDetailWithNul_isCutAndReplaced() {
    Parked parked =
        Parked.undecodable("g", "BAD", "\0" + "x".repeat(9_000), "t", 0, 0, null, List.of(), null);

    assertThat(parked.detail()).hasSize(Parked.DETAIL_CHARS_AT_MOST).startsWith("\uFFFDx");
  }

  @Test
  void deadLetter_ofAMessage_hasTheOriginalAndWhatBecameOfIt() {
    OutboxRecord copy =
        DeadLetter.of(
            "payments-dlq",
            parked("k", new byte[0], List.of(Header.of("ce_traceparent", "00-1"))),
            3);

    assertThat(copy.topic()).isEqualTo("payments-dlq");
    assertThat(copy.key()).containsExactly(1);
    assertThat(copy.payload()).isEqualTo("{}".getBytes(UTF_8));
    assertThat(copy.header("ce_traceparent")).isEqualTo("00-1");
    assertThat(copy.header(DeadLetter.REASON)).isEqualTo("CONFLICT");
    assertThat(copy.header(DeadLetter.TOPIC)).isEqualTo("payments.eu");
    assertThat(copy.header(DeadLetter.PARTITION)).isEqualTo("2");
    assertThat(copy.header(DeadLetter.OFFSET)).isEqualTo("77");
    assertThat(copy.header(DeadLetter.RETRY_COUNT)).isEqualTo("3");
  }

  @Test
  void deadLetter_ofACopyPutBack_keepsWhereItWasReadFirst() {
    Parked first = parked("k");
    OutboxRecord copy = DeadLetter.of("payments-dlq", first, 0);
    Parked again =
        new Parked(
            "region-consumer",
            "k",
            new byte[] {9},
            "CONFLICT",
            "again",
            "payments.us",
            5,
            1,
            null,
            copy.headers(),
            null);

    OutboxRecord second = DeadLetter.of("payments-dlq", again, 1);

    assertThat(second.header(DeadLetter.TOPIC)).isEqualTo("payments.eu");
    assertThat(second.header(DeadLetter.OFFSET)).isEqualTo("77");
    assertThat(second.header(DeadLetter.DETAIL)).isEqualTo("again");
    assertThat(second.headers()).hasSameSizeAs(copy.headers());
  }

  @Test
  void deadLetter_hugeHeaders_areBoundedAndCounted() {
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("huge", new byte[DeadLetter.HEADER_BYTES_AT_MOST]));
    for (int i = 0; i < 100; i++) {
      headers.add(new Header("h" + i, new byte[1_000]));
    }
    headers.add(Header.of("small", "x"));

    OutboxRecord copy = DeadLetter.of("payments-dlq", parked("k", new byte[0], headers), 0);

    int bytes =
        copy.headers().stream()
            .map(Header::value)
            .mapToInt(value -> value == null ? 0 : value.length)
            .sum();
    assertThat(bytes).isLessThan(DeadLetter.ALL_HEADERS_BYTES_AT_MOST + 2_000);
    assertThat(copy.header("small")).isEqualTo("x");
    assertThat(copy.header(DeadLetter.DROPPED)).isEqualTo("69");
  }

  /** Else no topic would take the copy, and its outbox row would wait for ever. */
  @Test
  void deadLetter_payloadAndKeyBeyondTheLimit_areCutWithLengthAndHashAndTheRowKeepsAll() {
    byte[] big = new byte[DeadLetter.PAYLOAD_BYTES_AT_MOST + 1];
    byte[] key = new byte[DeadLetter.KEY_BYTES_AT_MOST + 1];
    Parked parked = Parked.undecodable("g", "BROKEN_JSON", "", "t", 0, 1, key, List.of(), big);

    OutboxRecord copy = DeadLetter.of("payments-dlq", parked, 0);

    assertThat(copy.payload()).hasSize(DeadLetter.FIRST_BYTES);
    assertThat(copy.key()).hasSize(DeadLetter.FIRST_BYTES);
    assertThat(copy.header("dlq_payload_bytes")).isEqualTo(Integer.toString(big.length));
    assertThat(copy.header("dlq_payload_sha256")).isEqualTo(Parked.sha256Of(big));
    assertThat(copy.header("dlq_key_bytes")).isEqualTo(Integer.toString(key.length));
    assertThat(parked.payload()).isSameAs(big);
  }

  @Test
  void deadLetter_payloadAtTheLimit_isWhole() {
    byte[] big = new byte[DeadLetter.PAYLOAD_BYTES_AT_MOST];
    Parked parked = Parked.undecodable("g", "BROKEN_JSON", "", "t", 0, 1, null, List.of(), big);

    OutboxRecord copy = DeadLetter.of("payments-dlq", parked, 0);

    assertThat(copy.payload()).isEqualTo(big);
    assertThat(copy.header("dlq_payload_bytes")).isNull();
  }
}
