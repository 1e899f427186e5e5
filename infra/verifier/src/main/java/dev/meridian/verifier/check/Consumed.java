package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One partition as one group of one region has gone through it.
 *
 * @param whole whether the topic still begins at offset 0: else only a lower bound is known
 * @param polled records that the position has passed
 * @param outcomes records whose outcome was counted, repeats after a kill once more
 */
record Consumed(
    String region,
    String group,
    String topic,
    String partition,
    boolean whole,
    long polled,
    long outcomes) {

  /** How many records were counted more often than once; below zero: some weren't counted. */
  long surplus() {
    return outcomes - polled;
  }

  static List<Consumed> of(Evidence evidence) {
    List<Consumed> all = new ArrayList<>();
    evidence.digests().forEach(digest -> addAll(digest, all));
    return all;
  }

  private static void addAll(Digest digest, List<Consumed> all) {
    Map<String, Long> outcomes = new HashMap<>();
    digest.each(
        Table.DELIVERY,
        (Row.Delivery d) ->
            outcomes.merge(name(d.consumerGroup(), d.topic(), d.partition()), d.n(), Long::sum));
    Map<String, Long> beginnings = new HashMap<>();
    digest.each(
        Table.OFFSETS,
        (Row.Offsets o) ->
            beginnings.put(name(o.consumerGroup(), o.topic(), o.partition()), o.beginning()));
    digest.each(
        Table.POSITION,
        (Row.Position p) -> {
          String name = name(p.consumerGroup(), p.topic(), p.partition());
          long beginning = beginnings.getOrDefault(name, 0L);
          all.add(
              new Consumed(
                  digest.region(),
                  p.consumerGroup(),
                  p.topic(),
                  name,
                  beginning == 0,
                  p.nextOffset() - beginning,
                  outcomes.getOrDefault(name, 0L)));
        });
  }

  static String name(String group, String topic, int partition) {
    return "%s %s-%d".formatted(group, topic, partition);
  }
}
