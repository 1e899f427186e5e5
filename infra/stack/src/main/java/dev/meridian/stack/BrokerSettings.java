package dev.meridian.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The configuration of a one-broker cluster that starts fast, keeps little, and creates no topic by
 * itself.
 *
 * <p>Sessions of brokers and consumers are short, so that a killed process costs seconds. Names are
 * Kafka's own; see its broker configuration reference for each.
 */
final class BrokerSettings {

  private static final String HOST = "127.0.0.1:";

  /** What holds wherever the broker runs. */
  static final Map<String, String> COMMON =
      Map.ofEntries(
          // one broker: nothing to replicate to
          Map.entry("auto.create.topics.enable", "false"),
          Map.entry("default.replication.factor", "1"),
          Map.entry("min.insync.replicas", "1"),
          Map.entry("offsets.topic.replication.factor", "1"),
          Map.entry("offsets.topic.num.partitions", "10"),
          Map.entry("transaction.state.log.replication.factor", "1"),
          Map.entry("transaction.state.log.min.isr", "1"),
          Map.entry("transaction.state.log.num.partitions", "2"),
          Map.entry("share.coordinator.state.topic.replication.factor", "1"),
          Map.entry("share.coordinator.state.topic.min.isr", "1"),
          Map.entry("share.coordinator.state.topic.num.partitions", "1"),
          // a killed process costs seconds, not a minute
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("group.min.session.timeout.ms", "1000"),
          Map.entry("group.consumer.min.session.timeout.ms", "1000"),
          Map.entry("group.consumer.session.timeout.ms", "6000"),
          Map.entry("group.consumer.min.heartbeat.interval.ms", "500"),
          Map.entry("group.consumer.heartbeat.interval.ms", "2000"),
          Map.entry("broker.heartbeat.interval.ms", "500"),
          Map.entry("broker.session.timeout.ms", "4000"),
          Map.entry("controller.quorum.election.timeout.ms", "200"),
          Map.entry("controller.quorum.election.backoff.max.ms", "200"),
          Map.entry("controlled.shutdown.enable", "false"),
          // small: several of these run on one laptop
          Map.entry("num.network.threads", "2"),
          Map.entry("num.io.threads", "4"),
          Map.entry("background.threads", "2"),
          Map.entry("num.recovery.threads.per.data.dir", "2"),
          Map.entry("log.cleaner.dedupe.buffer.size", "8388608"),
          Map.entry("log.index.size.max.bytes", "1048576"),
          Map.entry("log.segment.bytes", "67108864"),
          Map.entry("log.retention.ms", "-1"));

  private BrokerSettings() {}

  /** All settings of a broker on this machine, but its data folder. */
  static Map<String, String> of(BrokerSpec spec) {
    List<String> listeners = new ArrayList<>();
    List<String> advertised = new ArrayList<>();
    List<String> protocols = new ArrayList<>(List.of("LOCAL:PLAINTEXT", "CONTROLLER:PLAINTEXT"));
    listeners.add("LOCAL://" + HOST + spec.port());
    listeners.add("CONTROLLER://" + HOST + spec.controllerPort());
    advertised.add("LOCAL://" + HOST + spec.port());
    for (LinkListener link : spec.listeners()) {
      listeners.add(link.name() + "://" + HOST + link.port());
      advertised.add(link.name() + "://" + HOST + link.advertisedPort());
      protocols.add(link.name() + ":PLAINTEXT");
    }
    Map<String, String> settings = new TreeMap<>(COMMON);
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("inter.broker.listener.name", "LOCAL");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("controller.quorum.voters", "1@" + HOST + spec.controllerPort());
    settings.put("listeners", String.join(",", listeners));
    settings.put("advertised.listeners", String.join(",", advertised));
    settings.put("listener.security.protocol.map", String.join(",", protocols));
    return settings;
  }
}
