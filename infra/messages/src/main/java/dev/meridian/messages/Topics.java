package dev.meridian.messages;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The one list of topics: which ones a region's Kafka holds, and which ones its MirrorMaker pulls
 * from every other region, by exact name. Immutable.
 */
public final class Topics {
  public static final String EVENTS = "payment-events";
  public static final String PAYMENTS_DLQ = "payments-dlq";
  public static final String COMMANDS_DLQ = "ledger-commands-dlq";

  /** At least the longest outage that is promised to heal by itself. */
  public static final Duration RETENTION = Duration.ofDays(14);

  /** Enough for several instances; can't be lowered, and raising it moves keys. */
  public static final int DEFAULT_PARTITIONS = 6;

  private static final int DLQ_PARTITIONS = 1;

  private final int partitions;

  public Topics() {
    this(DEFAULT_PARTITIONS);
  }

  /**
   * The list with a partition count of one's own.
   *
   * @param partitions of every topic but the dead-letter topics, 1 to 1,000
   */
  public Topics(int partitions) {
    if (partitions < 1 || partitions > 1_000) {
      throw new IllegalArgumentException("partitions must be 1 to 1000, not " + partitions);
    }
    this.partitions = partitions;
  }

  /**
   * One topic.
   *
   * @param name the topic's name
   * @param partitions how many
   * @param retention how long records are kept; meaningless if compacted
   * @param compacted whether the last record per key is kept for good
   */
  public record Spec(String name, int partitions, Duration retention, boolean compacted) {}

  public static String payments(String region) {
    return "payments." + region;
  }

  public static String commands(String home) {
    return "ledger-commands." + home;
  }

  public static String results(String origin) {
    return "ledger-results." + origin;
  }

  public static String balances(String home) {
    return "balances." + home;
  }

  /** The name that MirrorMaker's default replication policy gives a topic of another region. */
  public static String mirrored(String source, String topic) {
    return source + "." + topic;
  }

  /** What MirrorMaker in {@code target} pulls from {@code source}: exactly these names. */
  public static List<String> pulled(String source, String target) {
    return List.of(payments(target), commands(target), results(target), balances(source));
  }

  /** A topic of this region and its mirrors from every other region: what a service subscribes. */
  public static List<String> withMirrors(
      String topic, String region, Collection<String> allRegions) {
    List<String> names = new ArrayList<>(List.of(topic));
    others(region, allRegions).forEach(source -> names.add(mirrored(source, topic)));
    return names;
  }

  /** Every topic of one region's Kafka, the mirrored ones with their source's partition count. */
  public List<Spec> of(String region, Collection<String> allRegions) {
    List<Spec> specs = new ArrayList<>();
    for (String each : allRegions) {
      specs.add(kept(payments(each)));
      specs.add(kept(commands(each)));
      specs.add(kept(results(each)));
    }
    specs.add(kept(EVENTS));
    specs.add(compacted(balances(region)));
    specs.add(new Spec(PAYMENTS_DLQ, DLQ_PARTITIONS, RETENTION, false));
    specs.add(new Spec(COMMANDS_DLQ, DLQ_PARTITIONS, RETENTION, false));
    for (String source : others(region, allRegions)) {
      specs.add(kept(mirrored(source, payments(region))));
      specs.add(kept(mirrored(source, commands(region))));
      specs.add(kept(mirrored(source, results(region))));
      specs.add(compacted(mirrored(source, balances(source))));
    }
    return List.copyOf(specs);
  }

  private Spec kept(String name) {
    return new Spec(name, partitions, RETENTION, false);
  }

  private Spec compacted(String name) {
    return new Spec(name, partitions, RETENTION, true);
  }

  private static List<String> others(String region, Collection<String> allRegions) {
    return allRegions.stream().filter(each -> !each.equals(region)).toList();
  }
}
