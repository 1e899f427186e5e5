package dev.meridian.messages;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.cloudevents.kafka.KafkaMessageFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MessageCodecTest {
  private static final String GOOD =
      """
      {"tenant":"acme","clientReference":"order-1","payer":"a","payee":"b","amountMinor":500,"currency":"EUR"}""";

  private final MessageCodec codec = new MessageCodec("/meridian/test/eu");

  @ParameterizedTest
  @MethodSource("everyKind")
  void decode_ofWhatEncodeWrote_givesTheSameMessage(Message message) {
    Encoded encoded = codec.encode(message);

    Decoded decoded = codec.decode(headers(encoded.headers()), encoded.payload());

    assertThat(decoded).isEqualTo(new Decoded.Valid(message));
  }

  @Test
  void everyKind_ofTheExamples_coversTheEnum() {
    assertThat(everyKind()).extracting(Message::kind).containsExactly(Kind.values());
  }

  @ParameterizedTest
  @MethodSource("everyKind")
  void encode_isReadByTheCloudEventsSdk(Message message) {
    Encoded encoded = codec.encode(message);
    ConsumerRecord<String, byte[]> record = new ConsumerRecord<>("t", 0, 0, "k", encoded.payload());
    headers(encoded.headers()).forEach(h -> record.headers().add(h));

    CloudEvent event = KafkaMessageFactory.createReader(record).toEvent();

    assertThat(event.getId()).isEqualTo(message.envelope().messageId());
    assertThat(event.getType()).isEqualTo("dev.meridian." + message.kind().typeName() + ".v1");
    assertThat(event.getExtension("businesskey"))
        .isEqualTo(message.envelope().businessKey().text());
  }

  @Test
  void decode_ofNoValue_isATombstone() {
    assertThat(codec.decode(requestHeaders(), null)).isInstanceOf(Decoded.Tombstone.class);
  }

  @Test
  void decode_ofAnUnknownField_ignoresIt() {
    assertThat(decode(GOOD.replace("{\"tenant\"", "{\"mood\":{\"x\":[1]},\"tenant\"")))
        .isInstanceOf(Decoded.Valid.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "EUR"}        | "EUR"                | BROKEN_JSON
          "EUR"}        | "EUR"} {}            | BROKEN_JSON
          "amountMinor":500 | "amountMinor":"500"  | BROKEN_JSON
          "amountMinor":500 | "amountMinor":500.0  | BROKEN_JSON
          "amountMinor":500 | "amountMinor":null   | BROKEN_JSON
          "amountMinor":500 | "amountMinor":9223372036854775808 | BROKEN_JSON
          "payer":"a"   | "payer":17           | BROKEN_JSON
          "payer":"a"   | "payer":true         | BROKEN_JSON
          "payer":"a"   | "payer":"a","payer":"c" | BROKEN_JSON
          "payer":"a"   | "payer":null         | MISSING_FIELD
          "payer":"a"   | "prayer":"a"         | MISSING_FIELD
          "payer":"a"   | "payer":" "          | BAD_TEXT
          "payer":"a"   | "payer":"a\\u0000"   | BAD_TEXT
          "payer":"a"   | "payer":"a\\ud800"  | BAD_TEXT
          "payer":"a"   | "payer":"b"          | PAYER_IS_PAYEE
          "amountMinor":500 | "amountMinor":0  | BAD_AMOUNT
          "amountMinor":500 | "amountMinor":-5 | BAD_AMOUNT
          "EUR"         | "EUX"                | UNKNOWN_CURRENCY
          "EUR"         | "XAU"                | UNKNOWN_CURRENCY
          "EUR"         | "eur"                | UNKNOWN_CURRENCY
          """)
  void decode_ofADamagedBody_isUnreadableWithTheReason(String part, String by, Refusal refusal) {
    String damaged = GOOD.replace(part, by);

    Decoded decoded = decode(damaged);

    assertThat(damaged).isNotEqualTo(GOOD);
    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Unreadable.class, u -> assertThat(u.refusal()).isEqualTo(refusal));
  }

  @ParameterizedTest
  @CsvSource({
    "ce_id,,BAD_ENVELOPE",
    "ce_time,yesterday,BAD_ENVELOPE",
    "ce_attempt,0,BAD_ENVELOPE",
    "ce_attempt,many,BAD_ENVELOPE",
    "ce_businesskey,,BAD_ENVELOPE",
    "ce_type,dev.meridian.Gift.v1,UNKNOWN_KIND",
    "ce_type,PaymentRequested,UNKNOWN_KIND",
    "ce_type,dev.meridian.PaymentRequested.v2,UNSUPPORTED_VERSION"
  })
  void decode_ofADamagedEnvelope_isUnreadableWithTheReason(
      String header, String by, Refusal refusal) {
    Headers headers = requestHeaders();
    headers.remove(header);
    if (by != null) {
      headers.add(header, by.getBytes(StandardCharsets.UTF_8));
    }

    Decoded decoded = codec.decode(headers, GOOD.getBytes(StandardCharsets.UTF_8));

    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Unreadable.class, u -> assertThat(u.refusal()).isEqualTo(refusal));
  }

  @Test
  void decode_ofNoise_neverThrows() {
    long seed = System.nanoTime();
    java.util.Random random = new java.util.Random(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] noise = GOOD.getBytes(StandardCharsets.UTF_8);
      for (int n = random.nextInt(6); n >= 0; n--) {
        noise[random.nextInt(noise.length)] = (byte) random.nextInt(256);
      }

      assertThat(codec.decode(requestHeaders(), noise))
          .as("seed %d, round %d", seed, i)
          .isNotNull();
    }
  }

  private Decoded decode(String body) {
    return codec.decode(requestHeaders(), body.getBytes(StandardCharsets.UTF_8));
  }

  private Headers requestHeaders() {
    return headers(codec.encode(everyKind().get(0)).headers());
  }

  private static Headers headers(Map<String, String> from) {
    RecordHeaders headers = new RecordHeaders();
    from.forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
    return headers;
  }

  static List<Message> everyKind() {
    Intent intent = new Intent("acme", "order-ü", "acc-1", "acc-2", 500, "EUR");
    Envelope envelope =
        new Envelope(
            "cmd-1",
            intent.businessKey("r-1"),
            "r-1",
            Instant.parse("2026-01-02T03:04:05.678Z"),
            "eu",
            2,
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "account",
            1);
    String key = intent.businessKey("r-1").text();
    return List.<Body>of(
            Body.PaymentRequested.of(intent),
            new Body.CancelRequested("acme", "acc-1"),
            new Body.RefundRequested("acme", null, "acc-1", key, 5, "EUR"),
            new Body.Pay("pay-1", intent),
            new Body.Cancel("can-1", "pay-1", "acc-1"),
            new Body.Refund("ref-1", "pay-1", key, "acc-1", 5, "EUR"),
            new Body.DebitLeg("ref-1/debit", "pay-1", "acc-2", "eu", 5, "EUR"),
            new Body.CreditLeg(
                LegIds.of("pay-1", Body.CreditPurpose.PAYMENT),
                "pay-1",
                Body.CreditPurpose.PAYMENT,
                "acc-2",
                "eu",
                500,
                "EUR"),
            new Body.LegAnswer("pay-1/credit", "pay-1", Body.LegStatus.REFUSED, "PAYEE_CLOSED"),
            new Body.Settled("pay-1", 1, intent),
            new Body.Rejected("pay-1", 1, intent, "INSUFFICIENT_FUNDS"),
            new Body.Cancelled("pay-1", 1, null, "can-1"),
            new Body.CancelRefused("pay-1", 1, intent, "can-1", "TOO_LATE"),
            new Body.DuplicateOf("pay-1", 1, intent, "pay-2", Body.WinnerState.SETTLED, null),
            new Body.Refunded("pay-1", 2, intent, "ref-1", 5, null),
            new Body.RefundRefused("pay-1", 2, intent, "ref-1", "NO_FUNDS"),
            new Body.Parked("pay-1", 1, intent, "MISROUTED"),
            new Body.PaymentChanged("pay-1", 1, intent, "SETTLED", null, null),
            new Body.AccountBalance("acc-1", "eu", "EUR", -3, 9))
        .stream()
        .map(body -> new Message(envelope, body))
        .toList();
  }
}
