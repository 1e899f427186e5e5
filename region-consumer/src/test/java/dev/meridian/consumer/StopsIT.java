package dev.meridian.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.TestProducer.Payment;
import dev.meridian.messages.Body;
import dev.meridian.messages.Message;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;

/** Kills, stops and outages; each leaves the service running. {@link ServiceIT} runs it. */
abstract class StopsIT {
  private final RunningConsumer running = RunningConsumer.current();

  @Test
  void kill_withWorkInFlight_takesEachPaymentOnce() throws Exception {
    running.awaitAcknowledged();
    long before = running.number("select count(*) from payment");
    int sent = 2_000;
    List<Future<RecordMetadata>> acknowledged = new ArrayList<>();
    for (int i = 0; i < sent; i++) {
      acknowledged.add(running.producer().handOver(TestProducer.payment()));
    }
    for (Future<RecordMetadata> each : acknowledged) {
      each.get();
    }
    RunningConsumer.within(60).until(() -> running.number("select count(*) from payment") > before);
    running.service().kill();
    assertThat(running.number("select count(*) from payment")).isLessThan(before + sent);

    running.service().launch().awaitReady();

    RunningConsumer.within(90)
        .untilAsserted(
            () -> {
              assertThat(running.number("select count(*) from payment")).isEqualTo(before + sent);
              assertThat(running.number("select count(*) from outbox where sent_at is null"))
                  .isZero();
            });
    running.awaitAcknowledged();
    assertThat(running.number("select count(*) from payment_history where version = 1"))
        .isEqualTo(before + sent);
    assertThat(running.positions()).isEqualTo(running.offsets().end("payments.eu"));
  }

  @Test
  void database_away_readinessSaysSoAndNothingIsLost() throws Exception {
    running.awaitAcknowledged();
    long parked = running.number("select count(*) from parked_message");
    String known = running.take(TestProducer.payment());
    long before = running.number("select count(*) from payment");
    running.postgres().stop();
    for (int i = 0; i < 50; i++) {
      running.producer().send(TestProducer.payment());
    }

    RunningConsumer.within(60).until(() -> running.service().status("/q/health/ready") == 503);
    assertThat(running.service().status("/q/health/live")).isEqualTo(200);
    HttpResponse<String> read = running.service().get("/payments/" + known);
    assertThat(read.statusCode()).isEqualTo(503);
    assertThat(read.headers().firstValue("Retry-After")).hasValue("1");
    running.postgres().start();

    RunningConsumer.within(60)
        .untilAsserted(
            () ->
                assertThat(running.number("select count(*) from payment")).isEqualTo(before + 50));
    RunningConsumer.within(60).until(() -> running.service().status("/q/health/ready") == 200);
    assertThat(running.number("select count(*) from parked_message")).isEqualTo(parked);
  }

  @Test
  void terminate_underLoad_endsInTimeWithNothingHalfDone() throws Exception {
    for (int i = 0; i < 500; i++) {
      running.producer().handOver(TestProducer.payment()).get();
    }

    running.service().terminate();

    assertThat(running.service().exitCode(Duration.ofMinutes(2))).isIn(0, 143);
    assertThat(running.offsets().committed("payments.eu")).isLessThanOrEqualTo(running.positions());
    assertThat(running.service().output())
        .doesNotContain("pool is closed")
        .doesNotContain("reached");
    running.service().launch().awaitReady();
  }

  /** Trap: a topic that is deleted and made again begins at 0, and may already be longer. */
  @Test
  void topic_madeAgainUnderTheConsumer_theRestartTakesAllOfItOnce() throws Exception {
    String topic = "cn.payments.eu";
    List<Payment> first = sendTo(topic, 3);
    RunningConsumer.within(30).until(() -> running.paymentsOf(first) == first.size());
    running.offsets().makeAgain(topic);
    List<Payment> second = sendTo(topic, 8);

    RunningConsumer.within(60).until(() -> running.service().status("/q/health/live") == 503);

    assertThat(running.service().get("/q/health/live").body()).contains(topic, "made again");
    assertThat(running.service().get("/q/metrics").body())
        .contains("meridian_topics_made_again_total{topic=\"" + topic + "\"} 1.0");
    running.service().kill();
    running.service().launch().awaitReady();
    RunningConsumer.within(60).until(() -> running.paymentsOf(second) == second.size());
    assertThat(running.paymentsOf(first)).isEqualTo(first.size());
    RunningConsumer.within(60)
        .until(
            () ->
                running.number(
                        "select sum(next_offset) from consumed_position where topic = '"
                            + topic
                            + "'")
                    == second.size());
  }

  private List<Payment> sendTo(String topic, int count) throws Exception {
    List<Payment> payments = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Payment payment = TestProducer.payment();
      running
          .producer()
          .send(topic, new Message(payment.envelope(), Body.PaymentRequested.of(payment.intent())));
      payments.add(payment);
    }
    return payments;
  }
}
