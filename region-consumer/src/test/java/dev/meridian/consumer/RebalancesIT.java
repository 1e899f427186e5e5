package dev.meridian.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.meridian.consumer.TestProducer.Payment;
import dev.meridian.stack.TestedService;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Instances that come and go, and a batch that can't commit. {@link ServiceIT} runs it. */
abstract class RebalancesIT {
  private static final Duration BETWEEN_PROBES = Duration.ofMillis(250);

  /** Two channels of two instances. */
  private static final int MEMBERS = 4;

  private static final int ROUNDS = 2;

  private final RunningConsumer running = RunningConsumer.current();

  @Test
  @DisplayName("Trap 14: commits stop after a rebalance; the probe kills the pod")
  void rebalances_underLoad_takeEachOnceCommitToTheEndAndHealthStaysUp() throws Exception {
    running.awaitAcknowledged();
    long counted = deliveries();
    TestedService second = running.configured("eu");
    List<String> unhealthy = new CopyOnWriteArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    SteadyPayments load = new SteadyPayments(running.producer());
    CompletableFuture<Void> watching = CompletableFuture.runAsync(() -> watch(over, unhealthy));

    try {
      for (int round = 0; round < ROUNDS; round++) {
        second.launch().awaitReady();
        RunningConsumer.within(60).until(() -> running.offsets().busyMembers() == MEMBERS);
        second.terminate();
        assertThat(second.exitCode(Duration.ofMinutes(2))).isIn(0, 143);
      }
    } finally {
      over.set(true);
      load.close();
    }

    List<Payment> sent = load.acknowledged();
    watching.get();
    RunningConsumer.within(30)
        .untilAsserted(() -> assertThat(running.paymentsOf(sent)).isEqualTo(sent.size()));
    running.awaitAcknowledged();
    assertThat(unhealthy).as("health of the first instance").isEmpty();
    assertThat(deliveries() - counted)
        .as("counted, and what came twice with it")
        .isGreaterThanOrEqualTo(sent.size());
    assertThat(second.output()).doesNotContain("is closed");
  }

  private void watch(AtomicBoolean over, List<String> unhealthy) {
    while (!over.get()) {
      for (String probe : List.of("/q/health/live", "/q/health/ready")) {
        try {
          int status = running.service().status(probe);
          if (status != 200) {
            unhealthy.add(probe + " " + status);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
      LockSupport.parkNanos(BETWEEN_PROBES.toNanos());
    }
  }

  private long deliveries() throws Exception {
    return running.number(
        "select coalesce(sum(n), 0) from delivery_count where topic = 'payments.eu'");
  }

  @Test
  @DisplayName("Trap 15: the commit runs ahead of unfinished work")
  void batch_heldByItsDatabase_kafkasPositionWaitsAndTheKillLosesNothing() throws Exception {
    running.awaitAcknowledged();
    long before = running.offsets().committed("payments.eu");
    List<Payment> sent = new ArrayList<>();
    try (Connection other = running.postgres().dataSource("consumer").getConnection();
        Statement lock = other.createStatement()) {
      other.setAutoCommit(false);
      lock.execute("lock table payment in access exclusive mode");
      for (int i = 0; i < 20; i++) {
        sent.add(running.producer().send(TestProducer.payment()));
      }
      // longer than the interval of commits
      await()
          .during(Duration.ofMillis(2_500))
          .atMost(Duration.ofSeconds(20))
          .until(() -> running.offsets().committed("payments.eu") == before);
      assertThat(running.service().status("/q/health/live")).isEqualTo(200);
      running.service().kill();
    }

    running.service().launch().awaitReady();

    RunningConsumer.within(60)
        .untilAsserted(() -> assertThat(running.paymentsOf(sent)).isEqualTo(sent.size()));
    running.awaitAcknowledged();
    assertThat(running.offsets().committed("payments.eu")).isLessThanOrEqualTo(running.positions());
  }
}
