package dev.meridian.consumer.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.health.BatchesCommit.UnreadyAfter;
import dev.meridian.inbox.StuckMessages;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;

class ChannelHealthTest {
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
  private static final UnreadyAfter TEN_SECONDS = new UnreadyAfter(Duration.ofSeconds(10));

  private final ChannelHealth health = new ChannelHealth(InstantSource.fixed(NOW));

  @Test
  void failingLongerThan_aMomentAgo_isNotYetSaid() {
    health.failing("payments", NOW.minusSeconds(10));

    assertThat(health.failingLongerThan(Duration.ofSeconds(10))).isEmpty();
  }

  @Test
  void failingLongerThan_forLonger_namesTheChannel() {
    health.failing("payments", NOW.minusSeconds(11));

    assertThat(health.failingLongerThan(Duration.ofSeconds(10)))
        .containsExactly(Map.entry("payments", Duration.ofSeconds(11)));
  }

  @Test
  void failingLongerThan_afterACommit_isOver() {
    health.failing("payments", NOW.minusSeconds(60));

    health.ended("payments");

    assertThat(health.failingLongerThan(Duration.ofSeconds(10))).isEmpty();
  }

  @Test
  void checks_whileABatchOnlyFails_areUnreadyAndAlive() {
    health.failing("results", NOW.minusSeconds(60));

    assertThat(new BatchesCommit(health, TEN_SECONDS, new StuckMessages()).call().getStatus())
        .isEqualTo(Status.DOWN);
    assertThat(new ChannelsAlive(health).call().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void checks_whenAChannelGaveUp_areNotAlive() {
    health.stopped("results", "a bug");

    assertThat(new ChannelsAlive(health).call().getStatus()).isEqualTo(Status.DOWN);
    assertThat(new ChannelsAlive(health).call().getData().orElseThrow())
        .containsEntry("results", "a bug");
  }
}
