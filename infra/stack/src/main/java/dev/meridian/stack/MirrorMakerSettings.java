package dev.meridian.stack;

import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The configuration of one region's MirrorMaker 2. It writes to its own region only and reads in
 * the others: no checkpoints, offset syncs, heartbeats, ACLs or topic settings cross.
 *
 * <p>Names are Kafka's own: KIP-382, and MirrorMaker's configuration reference.
 */
final class MirrorMakerSettings {

  private MirrorMakerSettings() {}

  /** Valid for all flows and all workers. */
  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry("emit.checkpoints.enabled", "false"),
          Map.entry("emit.heartbeats.enabled", "false"),
          Map.entry("emit.offset-syncs.enabled", "false"),
          Map.entry("sync.group.offsets.enabled", "false"),
          Map.entry("sync.topic.acls.enabled", "false"),
          Map.entry("sync.topic.configs.enabled", "false"),
          Map.entry("refresh.groups.enabled", "false"),
          Map.entry("refresh.topics.enabled", "true"),
          Map.entry("refresh.topics.interval.seconds", "30"),
          Map.entry("tasks.max", "1"),
          // scanning the class path for plug-ins takes seconds, looking up services none
          Map.entry("plugin.discovery", "service_load"),
          Map.entry("dedicated.mode.enable.internal.rest", "false"),
          Map.entry("replication.factor", "1"),
          Map.entry("checkpoints.topic.replication.factor", "1"),
          Map.entry("heartbeats.topic.replication.factor", "1"),
          Map.entry("config.storage.replication.factor", "1"),
          Map.entry("offset.storage.replication.factor", "1"),
          Map.entry("offset.storage.partitions", "1"),
          Map.entry("status.storage.replication.factor", "1"),
          Map.entry("status.storage.partitions", "1"));

  /** Of the workers, which belong to the target's cluster. */
  private static final Map<String, String> WORKER =
      Map.ofEntries(
          Map.entry("plugin.discovery", "service_load"),
          Map.entry("scheduled.rebalance.max.delay.ms", "0"),
          Map.entry("session.timeout.ms", "6000"),
          Map.entry("heartbeat.interval.ms", "2000"),
          Map.entry("offset.flush.interval.ms", "10000"),
          Map.entry("task.shutdown.graceful.timeout.ms", "1000"),
          Map.entry("producer.acks", "all"),
          Map.entry("producer.enable.idempotence", "true"),
          Map.entry("producer.linger.ms", "2"));

  /** Of the clients that read in another region, through a link that may be silent for long. */
  private static final Map<String, String> SOURCE =
      Map.of(
          "consumer.auto.offset.reset", "earliest",
          "consumer.fetch.max.wait.ms", "1000",
          "consumer.metadata.max.age.ms", "30000",
          "reconnect.backoff.max.ms", "1000",
          "request.timeout.ms", "10000");

  static Properties of(MirrorSpec spec) {
    Properties properties = new Properties();
    properties.putAll(COMMON);
    String target = spec.target();
    String sources =
        spec.upstreams().stream().map(Upstream::region).collect(Collectors.joining(", "));
    properties.setProperty("clusters", target + ", " + sources);
    properties.setProperty(target + ".bootstrap.servers", spec.bootstrap());
    WORKER.forEach((name, value) -> properties.setProperty(target + "." + name, value));
    for (Upstream upstream : spec.upstreams()) {
      addFlow(properties, upstream, target);
    }
    return properties;
  }

  private static void addFlow(Properties properties, Upstream upstream, String target) {
    String source = upstream.region();
    String flow = source + "->" + target;
    properties.setProperty(source + ".bootstrap.servers", upstream.bootstrap());
    SOURCE.forEach((name, value) -> properties.setProperty(source + "." + name, value));
    properties.setProperty(flow + ".enabled", "true");
    properties.setProperty(flow + ".topics", patterns(upstream));
  }

  /** MirrorMaker takes regular expressions; a dot in a name is a dot. */
  private static String patterns(Upstream upstream) {
    return upstream.topics().stream()
        .map(topic -> topic.replace(".", "\\."))
        .collect(Collectors.joining(","));
  }
}
