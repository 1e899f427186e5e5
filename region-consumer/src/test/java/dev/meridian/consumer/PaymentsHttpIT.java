package dev.meridian.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;

/** What HTTP shows. {@link ServiceIT} runs it. */
abstract class PaymentsHttpIT {
  private final RunningConsumer running = RunningConsumer.current();

  @Test
  void http_whatIsNoPaymentHere_isAProblemThatSaysWhy() {
    running
        .rest()
        .get("/payments/nonsense")
        .then()
        .statusCode(400)
        .contentType("application/problem+json");
    running.rest().get("/payments/" + TestProducer.account()).then().statusCode(400);
    String unknown = TestProducer.id("pay", "eu");
    running
        .rest()
        .get("/payments/" + unknown)
        .then()
        .statusCode(404)
        .contentType("application/problem+json")
        .body("detail", containsString(unknown));
    running
        .rest()
        .get("/payments/" + TestProducer.id("pay", "us"))
        .then()
        .statusCode(421)
        .body("detail", containsString("us"))
        .body("status", equalTo(421));
    running.rest().get("/nowhere").then().statusCode(404);
  }

  @Test
  void metrics_afterSomeWork_areThereWithBoundedLabels() throws Exception {
    running.take(TestProducer.payment());

    RunningConsumer.within(30)
        .untilAsserted(
            () ->
                assertThat(running.service().get("/q/metrics").body())
                    .contains("meridian_received_total{channel=\"payments\"}")
                    .contains("outcome=\"applied\"")
                    .contains(
                        "meridian_duplicates_total{cause=\"tier_failure\",tier=\"ledger\"} 0.0")
                    .contains("meridian_outbox_backlog")
                    .contains("meridian_open_commands{home=\"us\"}")
                    .contains("meridian_parked_messages")
                    .contains("meridian_duplicates_total{cause=\"resend\",tier=\"hot\"} 0.0")
                    .contains("meridian_dedup_hot_degraded 0.0")
                    .contains("meridian_dedup_breaker{operation=\"read\",state=\"closed\"} 1.0")
                    .contains("meridian_dedup_rotation_overdue_seconds 0.0")
                    .contains("verdict=\"conflict\"")
                    .contains("group=\"region-consumer\""));
  }
}
