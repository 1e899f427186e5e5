package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.DedupMeters;
import dev.meridian.dedup.Tier;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;

/**
 * Counts in Micrometer. Every series is there, at 0, from the start; consumer groups that nobody
 * named are "other". Thread-safe, doesn't block.
 */
final class MicrometerDedupMeters implements DedupMeters {
  private static final String VERDICTS = "meridian_dedup_verdicts";
  private static final String HOT = "meridian_dedup_hot_answers";
  private static final String MARKS = "meridian_dedup_hot_marks";
  private static final String OTHER = "other";
  private static final String GROUP = "group";

  private final MeterRegistry registry;
  private final Set<String> groups;

  MicrometerDedupMeters(MeterRegistry registry, Set<String> groups) {
    this.registry = registry;
    this.groups = Set.copyOf(groups);
    groups.forEach(this::atZero);
    atZero(OTHER);
  }

  private void atZero(String group) {
    verdict(group, "new", "", 0);
    verdict(group, "conflict", Tier.WARM.label(), 0);
    for (Tier tier : Tier.values()) {
      verdict(group, "duplicate", tier.label(), 0);
    }
    for (HotAnswer answer : HotAnswer.values()) {
      countHot(group, answer, 0);
    }
    for (Marked marked : Marked.values()) {
      countMarks(group, marked, 0);
    }
  }

  @Override
  public void countNew(String consumerGroup) {
    verdict(consumerGroup, "new", "", 1);
  }

  @Override
  public void countDuplicate(String consumerGroup, Tier tier) {
    verdict(consumerGroup, "duplicate", tier.label(), 1);
  }

  @Override
  public void countConflict(String consumerGroup) {
    verdict(consumerGroup, "conflict", Tier.WARM.label(), 1);
  }

  @Override
  public void countHot(String consumerGroup, HotAnswer answer, int messages) {
    registry
        .counter(HOT, GROUP, known(consumerGroup), "answer", answer.label())
        .increment(messages);
  }

  @Override
  public void countMarks(String consumerGroup, Marked marked, int marks) {
    registry
        .counter(MARKS, GROUP, known(consumerGroup), "outcome", marked.label())
        .increment(marks);
  }

  private void verdict(String consumerGroup, String verdict, String tier, int n) {
    registry
        .counter(VERDICTS, GROUP, known(consumerGroup), "verdict", verdict, "tier", tier)
        .increment(n);
  }

  private String known(String consumerGroup) {
    return groups.contains(consumerGroup) ? consumerGroup : OTHER;
  }
}
