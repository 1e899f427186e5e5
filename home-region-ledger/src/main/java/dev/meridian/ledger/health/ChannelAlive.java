package dev.meridian.ledger.health;

import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/**
 * DOWN only if the channel has stopped for good. A database or broker that is away is waited for: a
 * restart wouldn't bring it back.
 */
@Liveness
public class ChannelAlive implements HealthCheck {
  private final ChannelState channel;

  ChannelAlive(ChannelState channel) {
    this.channel = channel;
  }

  @Override
  public HealthCheckResponse call() {
    Optional<String> stopped = channel.whyStopped();
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named("channel alive").status(stopped.isEmpty());
    stopped.ifPresent(why -> response.withData("commands", why));
    return response.build();
  }
}
