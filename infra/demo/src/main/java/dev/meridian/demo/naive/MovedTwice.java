package dev.meridian.demo.naive;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the naive consumers moved beyond each intent's first movement.
 *
 * @param movements all movements
 * @param intents that moved money more often than once
 * @param extraMinor money moved too often, by currency, in minor units
 * @param examples some of those intents, the costliest first
 */
public record MovedTwice(
    long movements, long intents, Map<String, Long> extraMinor, List<Example> examples) {

  /** So many keys are named. */
  public static final int NAMED_KEYS = 3;

  /**
   * One intent.
   *
   * @param times how often its money moved
   * @param extraMinor what that was too much; where amounts differ, the greatest one is taken for
   *     the right one
   */
  public record Example(String businessKey, long times, long extraMinor, String currency) {}

  /** One intent's movements in one region. */
  record Movement(
      String businessKey, String currency, long times, long sumMinor, long greatestMinor) {
    Movement plus(Movement other) {
      return new Movement(
          businessKey,
          currency,
          times + other.times,
          sumMinor + other.sumMinor,
          Math.max(greatestMinor, other.greatestMinor));
    }

    long extraMinor() {
      return sumMinor - greatestMinor;
    }
  }

  static MovedTwice of(List<Movement> movements) {
    Map<String, Movement> byIntent = new TreeMap<>();
    movements.forEach(each -> byIntent.merge(each.businessKey(), each, Movement::plus));
    List<Movement> tooOften = byIntent.values().stream().filter(each -> each.times() > 1).toList();
    Map<String, Long> extra = new TreeMap<>();
    tooOften.forEach(each -> extra.merge(each.currency(), each.extraMinor(), Long::sum));
    return new MovedTwice(
        byIntent.values().stream().mapToLong(Movement::times).sum(),
        tooOften.size(),
        extra,
        tooOften.stream()
            .sorted(Comparator.comparingLong(Movement::extraMinor).reversed())
            .limit(NAMED_KEYS)
            .map(e -> new Example(e.businessKey(), e.times(), e.extraMinor(), e.currency()))
            .toList());
  }
}
