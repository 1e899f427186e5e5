package dev.meridian.ledger.kafka;

import dev.meridian.ledger.config.LedgerConfig;
import dev.meridian.ledger.homeregion.HomeRegion;
import jakarta.inject.Singleton;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Kafka's ids of the topics, looked up once: what a consumed position is a position in. */
@Singleton
public class TopicIds {
  private final Map<String, String> byName;

  /**
   * Blocks until Kafka answered.
   *
   * @throws IllegalStateException if a topic is missing, or Kafka doesn't answer in time
   */
  TopicIds(
      LedgerConfig config,
      HomeRegion home,
      @ConfigProperty(name = "kafka.bootstrap.servers") String bootstrapServers) {
    TopicCheck check = new TopicCheck(bootstrapServers, config.startWithin());
    this.byName = check.ids(TopicCheck.needed(home.code(), home.registry()));
  }

  public Map<String, String> byName() {
    return byName;
  }
}
