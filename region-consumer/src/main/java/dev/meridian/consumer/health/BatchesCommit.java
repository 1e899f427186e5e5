package dev.meridian.consumer.health;

import dev.meridian.inbox.StuckMessages;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * DOWN while a channel's batch has been failing for longer than the configured time; names the
 * message if it is one that fails alone.
 */
@Readiness
public class BatchesCommit implements HealthCheck {
  private final ChannelHealth channels;
  private final Duration limit;

  private final StuckMessages stuck;

  BatchesCommit(ChannelHealth channels, UnreadyAfter limit, StuckMessages stuck) {
    this.channels = channels;
    this.stuck = stuck;
    this.limit = limit.value();
  }

  /** How long a batch may fail before readiness says so. */
  public record UnreadyAfter(Duration value) {}

  @Override
  public HealthCheckResponse call() {
    Map<String, Duration> failing = channels.failingLongerThan(limit);
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named("batches commit").status(failing.isEmpty());
    failing.forEach(
        (channel, lasting) ->
            response.withData(channel, "failing for " + lasting.toSeconds() + " s"));
    if (!failing.isEmpty()) {
      stuck.now().forEach(response::withData);
    }
    return response.build();
  }
}
