package dev.meridian.consumer.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.intake.Workbench.Request;
import dev.meridian.messages.Body;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IntakeIT {
  private Workbench bench;

  @BeforeEach
  void freshDatabase() {
    bench = Workbench.fresh();
  }

  @Test
  void apply_newRequest_isRoutedWithEverythingThatFollows() throws Exception {
    Request request = bench.request();
    Incoming incoming = bench.incoming(request);

    bench.take(incoming);

    Map<String, String> payment = bench.payment(request);
    assertThat(payment)
        .containsEntry("state", "ROUTED")
        .containsEntry("version", "1")
        .containsEntry("amount_minor", "1000")
        .containsEntry("home_region", "eu")
        .containsEntry("origin_region", "eu")
        .containsEntry("message_id", request.messageId());
    assertThat(payment.get("id")).startsWith("pay-eu-");
    assertThat(bench.row("select * from payment_history"))
        .containsEntry("to_state", "ROUTED")
        .containsEntry("cause", "request")
        .containsEntry("from_state", null);
    assertThat(
            bench.rows(
                "select topic, encode(record_key, 'escape') as key from outbox order by seq"))
        .containsExactly(
            Map.of("topic", Topics.commands("eu"), "key", request.intent().payer()),
            Map.of("topic", Topics.EVENTS, "key", payment.get("id")));
    assertThat(bench.row("select * from open_message"))
        .containsEntry("answer_key", payment.get("id"))
        .containsEntry("home", "eu");
    assertThat(bench.row("select * from consumed_position"))
        .containsEntry("topic", "payments.eu")
        .containsEntry("topic_id", "id-of-payments.eu")
        .containsEntry("next_offset", Long.toString(incoming.offset() + 1));
    assertThat(bench.counts()).containsExactly(Map.entry("applied//", 1L));
  }

  @Test
  void apply_payerOfAnotherRegion_isRoutedToItsHome() throws Exception {
    Request request = bench.request();
    Request foreign =
        new Request(
            request.messageId(),
            request.requestKey(),
            new Intent("shop", null, Workbench.foreignAccount(), Workbench.account(), 5, "JPY"),
            "cn",
            1);

    bench.take(bench.incoming(foreign));

    assertThat(bench.payment(foreign))
        .containsEntry("home_region", "us")
        .containsEntry("origin_region", "cn");
    assertThat(bench.row("select topic from outbox where topic like 'ledger-%'"))
        .containsEntry("topic", Topics.commands("us"));
  }

  @Test
  void apply_commandOfAForeignProducersPayment_answersComeToThisRegion() throws Exception {
    Request request = bench.request().withOrigin("cn");

    bench.take(bench.incoming(request));

    Map<String, String> headers =
        bench.row(
            "select encode(headers, 'escape') as headers from outbox where topic like 'ledger-%'");
    assertThat(headers.get("headers"))
        .contains("15:ce_originregion,2:eu,")
        .contains("15:ce_resolvermode,7:account,")
        .contains("14:ce_traceparent,");
  }

  @Test
  void apply_copyWithinABatch_isOneEffectAndOneDuplicate() throws Exception {
    List<Incoming> batch = distinct(49);
    Incoming copied = batch.get(3);
    batch.add(40, copied);

    bench.requests().process(batch);

    assertThat(bench.number("select count(*) from payment")).isEqualTo(49);
    assertThat(bench.counts())
        .containsOnly(Map.entry("applied//", 49L), Map.entry("duplicate/warm/redelivery", 1L));
  }

  @Test
  void apply_copyWithAnotherAmountWithinABatch_firstWinsAndSecondIsParked() throws Exception {
    Request request = bench.request();
    Incoming contradiction = bench.incoming(request.withAmount(2_000));

    bench.take(bench.incoming(request), bench.incoming(bench.request()), contradiction);

    assertThat(bench.payment(request)).containsEntry("amount_minor", "1000");
    assertThat(bench.row("select * from parked_message"))
        .containsEntry("reason", "CONFLICT")
        .containsEntry("record_offset", Long.toString(contradiction.offset()));
    assertThat(bench.number("select count(*) from parked_message where closed_at is null"))
        .isEqualTo(1);
    assertThat(bench.counts())
        .containsOnly(Map.entry("applied//", 2L), Map.entry("conflict//", 1L));
    assertThat(bench.number("select count(*) from dedup_key")).isEqualTo(2);
  }

  @Test
  void apply_contradictionThenItsHonestCopyInOneLaterBatch_areConflictAndDuplicate()
      throws Exception {
    Request request = bench.request();
    bench.take(bench.incoming(request));

    bench.take(bench.incoming(request.withAmount(2_000)), bench.incoming(request));

    assertThat(bench.counts())
        .containsOnly(
            Map.entry("applied//", 1L),
            Map.entry("conflict//", 1L),
            Map.entry("duplicate/warm/redelivery", 1L));
  }

  @Test
  void apply_repeats_areCountedByTheFirstCauseThatFits() throws Exception {
    Request request = bench.request();
    bench.take(bench.incoming(request));

    bench.take(
        bench.incoming(request),
        bench.incoming(request.withMessageId("another")),
        bench.incoming(request.withAttempt(2)),
        bench.incoming(request.withOrigin("us").withAttempt(2)),
        bench.incoming(request.withRequestKey("again")));

    assertThat(bench.counts())
        .containsOnly(
            Map.entry("applied//", 1L),
            Map.entry("duplicate/warm/redelivery", 1L),
            Map.entry("duplicate/warm/other_message", 1L),
            Map.entry("duplicate/warm/resend", 1L),
            Map.entry("duplicate/warm/other_region", 1L),
            Map.entry("duplicate/warm/other_request", 1L));
    assertThat(bench.number("select count(*) from outbox where topic like 'ledger-%'"))
        .isEqualTo(1);
  }

  @Test
  void apply_keyThatTheTiersForgot_isFoundByThePaymentAndPages() throws Exception {
    Request request = bench.request();
    bench.take(bench.incoming(request));
    bench.number("with gone as (delete from dedup_key returning 1) select count(*) from gone");

    bench.take(bench.incoming(request.withMessageId("another")));

    assertThat(bench.number("select count(*) from payment")).isEqualTo(1);
    assertThat(bench.counts())
        .containsOnly(Map.entry("applied//", 1L), Map.entry("duplicate/ledger/tier_failure", 1L));
    assertThat(bench.number("select count(*) from dedup_key")).isEqualTo(1);
  }

  @Test
  void apply_tombstone_isCountedAndNothingElse() throws Exception {
    Incoming honest = bench.incoming(bench.request());

    bench.take(bench.raw("payments.eu", honest.headers(), null), honest);

    assertThat(bench.counts())
        .containsOnly(Map.entry("tombstone//", 1L), Map.entry("applied//", 1L));
    assertThat(bench.number("select count(*) from parked_message")).isZero();
  }

  @Test
  void apply_valueThatOnlyTheDatabaseRefuses_isFoundByHalvingAndParkedAlone() throws Exception {
    Request other = bench.request();
    Incoming refused =
        bench.raw(
            "payments.eu",
            Workbench.with(
                bench.incoming(other).headers(), "ce_time", "+999999999-01-01T00:00:00Z"),
            bench.incoming(other).payload());
    List<Incoming> batch = distinct(20);
    batch.add(7, refused);

    bench.requests().process(batch);

    assertThat(bench.number("select count(*) from payment")).isEqualTo(20);
    assertThat(bench.row("select reason, encode(payload, 'escape') as payload from parked_message"))
        .containsEntry("reason", "NOT_STORABLE")
        .containsEntry("payload", new String(Objects.requireNonNull(refused.payload()), UTF_8));
    assertThat(bench.counts()).containsOnly(Map.entry("applied//", 20L), Map.entry("parked//", 1L));
    assertThat(bench.number("select count(*) from dedup_key")).isEqualTo(20);
  }

  @Test
  void apply_parkedConflictThatIsFreeLater_isAppliedWhenItComesAgain() throws Exception {
    Request first = bench.request();
    Request other = first.withRequestKey("other").withAmount(700);
    bench.take(bench.incoming(first));
    bench.take(bench.incoming(other));
    assertThat(bench.row("select closed_at from parked_message")).containsEntry("closed_at", null);
    bench.answer(
        bench.incoming(
            first,
            "res-1",
            new Body.Rejected(bench.paymentId(first), 1, first.intent(), "INSUFFICIENT_FUNDS")));

    bench.take(bench.incoming(other));

    assertThat(bench.payment(other)).containsEntry("state", "ROUTED");
    assertThat(bench.row("select closed_at from parked_message").get("closed_at")).isNotNull();
  }

  @Test
  void apply_wrongKind_isParkedAndDeadLettered() throws Exception {
    Request request = bench.request();
    Incoming misplaced =
        bench.incoming(
            "payments.eu",
            new Message(request.envelope(), new Body.Pay("pay-eu-x", request.intent())));

    bench.take(misplaced, misplaced);

    assertThat(bench.row("select reason, count from parked_message"))
        .containsEntry("reason", "WRONG_TOPIC")
        .containsEntry("count", "2");
    assertThat(bench.row("select topic, encode(record_key, 'escape') as key from outbox"))
        .containsEntry("topic", Topics.PAYMENTS_DLQ)
        .containsEntry("key", "key");
  }

  private List<Incoming> distinct(int count) {
    List<Incoming> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      batch.add(bench.incoming(bench.request()));
    }
    return batch;
  }
}
