package dev.meridian.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import dev.meridian.consumer.TestProducer.Payment;
import dev.meridian.messages.Body;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import dev.meridian.messages.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Payments and answers over Kafka, good and bad; Redis away. {@link ServiceIT} runs it. */
abstract class MessagesIT {
  private final RunningConsumer running = RunningConsumer.current();

  @Test
  void payments_badOnesAmongGoodOnes_areParkedAndTheRestGoesOn() throws Exception {
    running.awaitAcknowledged();
    Standing before = standing();
    List<Payment> good = new ArrayList<>();
    List<String> bad =
        List.of(
            "{\"tenant\":",
            TestProducer.body("1000", "XXQ", "shop"),
            TestProducer.body("0", "EUR", "shop"),
            TestProducer.body("5", "EUR", "sh\\u0000op"),
            TestProducer.body("5", "EUR", "shop")
                .replace("\"payer\":\"acc-", "\"payer\":\"bad-acc-"));
    for (String json : bad) {
      good.add(running.producer().send(TestProducer.payment()));
      running.producer().sendBytes(TestProducer.payment(), json);
    }
    running.producer().sendBytes(TestProducer.payment(), TestProducer.payToSelf());
    good.add(running.producer().send(TestProducer.payment()));

    RunningConsumer.within(60)
        .untilAsserted(
            () -> {
              assertThat(running.paymentsOf(good)).isEqualTo(good.size());
              assertThat(standing().parked).isEqualTo(before.parked + bad.size() + 1);
            });
    assertThat(running.texts("select distinct reason from parked_message order by 1"))
        .contains("BAD_AMOUNT", "BAD_TEXT", "BROKEN_JSON", "UNKNOWN_CURRENCY");
    RunningConsumer.within(30)
        .untilAsserted(
            () -> {
              // at least: what its home doesn't answer in time is sent again
              assertThat(standing().commands).isGreaterThanOrEqualTo(before.commands + good.size());
              assertThat(standing().deadLetters).isEqualTo(before.deadLetters + bad.size() + 1);
            });
    running.awaitAcknowledged();
    assertThat(running.positions()).isEqualTo(standing().received);
    assertThat(standing().counted - before.counted)
        .isEqualTo(standing().received - before.received);
  }

  /** What a test's own messages are told apart from. */
  private record Standing(
      long parked, long commands, long deadLetters, long received, long counted) {}

  private Standing standing() throws Exception {
    return new Standing(
        running.number("select count(*) from parked_message"),
        running.offsets().end(Topics.commands("eu")),
        running.offsets().end(Topics.PAYMENTS_DLQ),
        running.offsets().end("payments.eu"),
        running.number(
            "select coalesce(sum(n), 0) from delivery_count where topic = 'payments.eu'"));
  }

  @Test
  void answers_settled_moveThePaymentThatHttpShows() throws Exception {
    Payment payment = running.producer().send(TestProducer.payment());
    RunningConsumer.within(30)
        .until(
            () ->
                running.number(
                        "select count(*) from payment where request_key = '" + payment.key() + "'")
                    == 1);
    String id =
        running.texts("select id from payment where request_key = '" + payment.key() + "'").get(0);
    running.rest().get("/payments/" + id).then().statusCode(200).body("state", equalTo("ROUTED"));

    Envelope answer =
        new Envelope(
            "res-1",
            payment.intent().businessKey(payment.key()),
            payment.key(),
            Instant.now(),
            "eu",
            1,
            null,
            null);
    running
        .producer()
        .send("ledger-results.eu", new Message(answer, new Body.Settled(id, 1, payment.intent())));

    RunningConsumer.within(30)
        .untilAsserted(
            () ->
                running
                    .rest()
                    .get("/payments/" + id + "?history=true")
                    .then()
                    .statusCode(200)
                    .contentType("application/json")
                    .body("state", equalTo("SETTLED"))
                    .body("id", equalTo(id))
                    .body("amountMinor", equalTo(1000))
                    .body("refundedMinor", equalTo(0))
                    .body("version", equalTo(2))
                    .body("history.to", equalTo(List.of("ROUTED", "SETTLED"))));
    assertThat(running.number("select count(*) from open_message where answer_key = '" + id + "'"))
        .isZero();
  }

  @Test
  void commands_whoseAnswerStaysAway_areSentAgainUnderTheSameId() throws Exception {
    running.take(TestProducer.payment());

    RunningConsumer.within(30)
        .until(
            () ->
                running.number(
                        "select count(*) from outbox where attempt > 1 and sent_at is not null")
                    > 0);

    assertThat(
            running.number(
                "select count(*) from outbox where attempt > 1 and topic not like 'ledger-commands.%'"))
        .isZero();
    assertThat(
            running.number(
                "select count(*) from (select from outbox where topic like 'ledger-commands.%' group by message_id having count(*) > 1) as twice"))
        .isZero();
  }

  @Test
  void payments_mirroredFromAnotherRegion_areAcceptedHere() throws Exception {
    Payment payment = TestProducer.payment();
    Envelope produced =
        new Envelope(
            "msg-cn-" + payment.key(),
            payment.envelope().businessKey(),
            payment.key(),
            Instant.now(),
            "cn",
            1,
            null,
            null);
    running
        .producer()
        .send("cn.payments.eu", new Message(produced, Body.PaymentRequested.of(payment.intent())));

    RunningConsumer.within(30)
        .until(
            () ->
                running
                    .texts(
                        "select origin_region from payment where request_key = '"
                            + payment.key()
                            + "'")
                    .equals(List.of("cn")));
  }

  /** Design section 9: redrive works on rows, and says what became of each. */
  @Test
  void redrive_overHttp_saysWhatBecameOfEach() throws Exception {
    Payment payment = TestProducer.payment();
    running.producer().sendBytes(payment, "{ redriven");
    String id =
        RunningConsumer.within(30)
            .until(
                () ->
                    running
                        .texts(
                            "select id from parked_message where convert_from(payload, 'UTF8') = '{ redriven'")
                        .get(0),
                found -> true);

    running
        .rest()
        .contentType("application/json")
        .body("{\"id\":\"" + id + "\"}")
        .post("/ops/redrive")
        .then()
        .statusCode(200)
        .body("counts.PARKED_AGAIN", equalTo(1))
        .body("messages[0].id", equalTo(id))
        .body("messages[0].detail", startsWith("BROKEN_JSON"));

    running
        .rest()
        .contentType("application/json")
        .body("{}")
        .post("/ops/redrive")
        .then()
        .statusCode(400)
        .contentType("application/problem+json");
    running
        .rest()
        .get("/ops/parked?reason=BROKEN_JSON&limit=1000")
        .then()
        .statusCode(200)
        .body("find { it.id == '" + id + "' }.count", equalTo(2));
    assertThat(running.service().get("/q/metrics").body())
        .contains("meridian_deliveries_total{cause=\"\",outcome=\"parked\",partition=")
        .contains("topic=\"payments.eu\"");
  }

  /** Trap 6, on the service: a hot tier that is away changes no verdict and no health. */
  @Test
  void redis_killedAndStartedAgain_warmAnswersMeanwhileAndHotComesBack() throws Exception {
    Payment payment = running.producer().send(TestProducer.payment());
    sendUntilADuplicateIsOf("hot", payment);
    running.redis().kill();

    sendUntilADuplicateIsOf("warm", payment);
    assertThat(running.service().status("/q/health/live")).isEqualTo(200);
    assertThat(running.service().status("/q/health/ready")).isEqualTo(200);
    running.redis().start();

    sendUntilADuplicateIsOf("hot", payment);
    assertThat(
            running.number(
                "select count(*) from payment where request_key = '" + payment.key() + "'"))
        .isEqualTo(1);
  }

  private void sendUntilADuplicateIsOf(String tier, Payment payment) throws Exception {
    String count = "select coalesce(sum(n), 0) from delivery_count where tier = '" + tier + "'";
    long before = running.number(count);
    RunningConsumer.within(30)
        .until(
            () -> {
              running.producer().send(payment);
              return running.number(count) > before;
            });
  }
}
