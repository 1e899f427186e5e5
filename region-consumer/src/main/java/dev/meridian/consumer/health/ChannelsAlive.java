package dev.meridian.consumer.health;

import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/**
 * DOWN only if a channel has stopped for good. A database or broker that is away is waited for: a
 * restart wouldn't bring it back.
 */
@Liveness
public class ChannelsAlive implements HealthCheck {
  private final ChannelHealth channels;

  ChannelsAlive(ChannelHealth channels) {
    this.channels = channels;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named("channels alive").status(channels.stopped().isEmpty());
    channels.stopped().forEach(response::withData);
    return response.build();
  }
}
