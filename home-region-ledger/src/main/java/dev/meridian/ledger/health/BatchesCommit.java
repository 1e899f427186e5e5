package dev.meridian.ledger.health;

import dev.meridian.inbox.Transactions;
import dev.meridian.ledger.config.LedgerConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** DOWN while a batch has been failing for longer than the configured time. */
@Readiness
public class BatchesCommit implements HealthCheck {
  private final Transactions transactions;
  private final InstantSource clock;
  private final Duration limit;

  BatchesCommit(Transactions transactions, InstantSource clock, LedgerConfig config) {
    this.transactions = transactions;
    this.clock = clock;
    this.limit = config.unreadyAfter();
  }

  @Override
  public HealthCheckResponse call() {
    Optional<Duration> lasting =
        transactions
            .failing()
            .map(failing -> Duration.between(failing.since(), clock.instant()))
            .filter(duration -> duration.compareTo(limit) > 0);
    HealthCheckResponseBuilder response =
        HealthCheckResponse.named("batches commit").status(lasting.isEmpty());
    lasting.ifPresent(d -> response.withData("commands", "failing for " + d.toSeconds() + " s"));
    return response.build();
  }
}
