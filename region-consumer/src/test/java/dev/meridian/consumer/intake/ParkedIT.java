package dev.meridian.consumer.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.intake.Workbench.Request;
import dev.meridian.messages.Body;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Refusal;
import dev.meridian.outbox.Header;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Everything that can't be taken, with good records between: parked as it came, and the rest goes
 * on.
 */
class ParkedIT {
  private final Workbench bench = Workbench.fresh();
  private final Map<String, Incoming> bad = new LinkedHashMap<>();
  private final Map<String, Refusal> expected = new LinkedHashMap<>();

  @Test
  void apply_everyKindOfBadInputAmongGoodOnes_isParkedWithItsBytesAndReason() throws Exception {
    badJson();
    badHeaders();
    badIntents();
    badAccounts();
    List<Incoming> batch = new ArrayList<>();
    bad.values()
        .forEach(
            each -> {
              batch.add(each);
              batch.add(bench.incoming(bench.request()));
            });

    bench.requests().process(batch);

    assertThat(bench.number("select count(*) from payment")).isEqualTo(bad.size());
    assertThat(bench.counts())
        .containsOnly(
            Map.entry("applied//", (long) bad.size()), Map.entry("parked//", (long) bad.size()));
    for (Map.Entry<String, Incoming> each : bad.entrySet()) {
      assertParked(each.getKey(), each.getValue());
    }
    assertThat(bench.number("select count(*) from outbox where topic = 'payments-dlq'"))
        .isEqualTo(bad.size());
    assertThat(bench.number("select count(*) from dedup_key")).isEqualTo(bad.size());
  }

  private void assertParked(String what, Incoming incoming) throws Exception {
    byte[] payload = Objects.requireNonNull(incoming.payload());
    Map<String, String> row =
        bench.row(
            "select reason, encode(payload, 'hex') as payload, encode(record_key, 'escape') as key, topic, partition, encode(headers, 'escape') as headers from parked_message where record_offset = ?",
            incoming.offset());
    assertThat(row)
        .as(what)
        .containsEntry("reason", String.valueOf(expected.get(what)))
        .containsEntry("payload", HexFormat.of().formatHex(payload))
        .containsEntry("key", "key")
        .containsEntry("topic", "payments.eu")
        .containsEntry("partition", Integer.toString(incoming.partition()));
    assertThat(row.get("headers")).as(what).contains("content-type");
  }

  private void badJson() {
    bad("broken JSON", Refusal.BROKEN_JSON, json("{\"tenant\":"));
    bad("no JSON at all", Refusal.BROKEN_JSON, json("\u0001\u0002 not json"));
    bad("not UTF-8", Refusal.BROKEN_JSON, bytes(new byte[] {(byte) 0xff, (byte) 0xfe, 0}));
    bad("amount as text", Refusal.BROKEN_JSON, json(body("\"1000\"", "\"EUR\"", "shop")));
    bad("amount 1.5", Refusal.BROKEN_JSON, json(body("1.5", "\"EUR\"", "shop")));
    bad(
        "tenant as a number",
        Refusal.BROKEN_JSON,
        json(body("1", "\"EUR\"", "shop").replace("\"shop\"", "5")));
    bad("amount missing", Refusal.BROKEN_JSON, json("{\"tenant\":\"shop\"}"));
  }

  private void badHeaders() {
    header("no id", Refusal.BAD_ENVELOPE, without(MessageCodec.ID));
    header("no type", Refusal.BAD_ENVELOPE, without(MessageCodec.TYPE));
    header("no business key", Refusal.BAD_ENVELOPE, without(MessageCodec.BUSINESS_KEY));
    header("no time", Refusal.BAD_ENVELOPE, without(MessageCodec.TIME));
    header("no origin", Refusal.BAD_ENVELOPE, without(MessageCodec.ORIGIN_REGION));
    header("bad attempt", Refusal.BAD_ENVELOPE, with(MessageCodec.ATTEMPT, "zero"));
    header("unknown origin", Refusal.BAD_ENVELOPE, with(MessageCodec.ORIGIN_REGION, "xx"));
    header("unknown kind", Refusal.UNKNOWN_KIND, with(MessageCodec.TYPE, "dev.meridian.Nope.v1"));
    header(
        "newer major",
        Refusal.UNSUPPORTED_VERSION,
        with(MessageCodec.TYPE, "dev.meridian.PaymentRequested.v2"));
    header(
        "other business key", Refusal.BUSINESS_KEY_MISMATCH, with(MessageCodec.BUSINESS_KEY, "k"));
  }

  private void badIntents() {
    bad("amount 0", Refusal.BAD_AMOUNT, json(body("0", "\"EUR\"", "shop")));
    bad("amount below 0", Refusal.BAD_AMOUNT, json(body("-5", "\"EUR\"", "shop")));
    bad("unknown currency", Refusal.UNKNOWN_CURRENCY, json(body("1", "\"XXQ\"", "shop")));
    bad("currency without units", Refusal.UNKNOWN_CURRENCY, json(body("1", "\"XAU\"", "shop")));
    bad("U+0000", Refusal.BAD_TEXT, json(body("1", "\"EUR\"", "sh\\u0000op")));
    bad("half a pair", Refusal.BAD_TEXT, json(body("1", "\"EUR\"", "sh\\ud800op")));
    String one = Workbench.account();
    bad("payer is payee", Refusal.PAYER_IS_PAYEE, json(accounts(one, one)));
    Request request = bench.request();
    Envelope envelope = request.envelope();
    bad(
        "cancel",
        Refusal.NOT_SUPPORTED,
        bench.incoming(
            "payments.eu",
            new Message(envelope, new Body.CancelRequested("shop", request.intent().payer()))));
    bad(
        "refund",
        Refusal.NOT_SUPPORTED,
        bench.incoming(
            "payments.eu",
            new Message(
                envelope,
                new Body.RefundRequested(
                    "shop", null, request.intent().payer(), request.businessKey(), 5, "EUR"))));
    bad(
        "a command",
        Refusal.WRONG_TOPIC,
        bench.incoming(
            "payments.eu", new Message(envelope, new Body.Pay("pay-eu-1", request.intent()))));
  }

  private void badAccounts() {
    String good = Workbench.account();
    account("no id", "alice", good);
    account("a wrong check symbol", good.substring(0, good.length() - 1) + "!", good);
    account("of an unknown region", good.replace("-eu-", "-zz-"), good);
    account("spelled in capitals", Workbench.account().toUpperCase(Locale.ROOT), good);
    account("payee unknown", good, "bob");
  }

  /** The business key has to fit, else that is what is found first. */
  private void account(String what, String payer, String payee) {
    Incoming honest = bench.incoming(bench.request());
    String key = BusinessKey.of("shop", payer, "ref", "any").text();
    List<Header> headers = Workbench.with(honest.headers(), MessageCodec.BUSINESS_KEY, key);
    bad(
        "account " + what,
        Refusal.UNKNOWN_ACCOUNT,
        bench.raw("payments.eu", headers, accounts(payer, payee).getBytes(UTF_8)));
  }

  private void header(String what, Refusal refusal, List<Header> headers) {
    // bytes of its own, since what has no readable key is told apart by its bytes
    Incoming honest = bench.incoming(bench.request());
    bad(what, refusal, bench.raw("payments.eu", headers, honest.payload()));
  }

  private List<Header> without(String name) {
    return Workbench.without(bench.incoming(bench.request()).headers(), name);
  }

  private List<Header> with(String name, String value) {
    return Workbench.with(bench.incoming(bench.request()).headers(), name, value);
  }

  private void bad(String what, Refusal refusal, Incoming incoming) {
    bad.put(what, incoming);
    expected.put(what, refusal);
  }

  private Incoming json(String text) {
    return bench.incoming(bench.request(), text);
  }

  private Incoming bytes(byte[] payload) {
    return bench.raw("payments.eu", bench.incoming(bench.request()).headers(), payload);
  }

  private String body(String amount, String currency, String tenant) {
    return """
        {"tenant":"%s","clientReference":"ref","payer":"%s","payee":"%s","amountMinor":%s,"currency":%s}"""
        .formatted(tenant, Workbench.account(), Workbench.account(), amount, currency);
  }

  private static String accounts(String payer, String payee) {
    return """
        {"tenant":"shop","clientReference":"ref","payer":"%s","payee":"%s","amountMinor":5,"currency":"EUR"}"""
        .formatted(payer, payee);
  }
}
