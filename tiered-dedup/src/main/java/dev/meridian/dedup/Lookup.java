package dev.meridian.dedup;

import java.util.Map;

/**
 * What the hot tier said of some keys, before the transaction: a hint that counts only in a
 * database that has the incarnation that a mark names. May be used for any number of transactions.
 * Immutable.
 */
public final class Lookup {

  private static final Lookup NOTHING = new Lookup("", Map.of(), false);

  private final String consumerGroup;
  private final Map<String, Mark> marks;
  private final boolean asked;

  Lookup(String consumerGroup, Map<String, Mark> marks, boolean asked) {
    this.consumerGroup = consumerGroup;
    this.marks = marks;
    this.asked = asked;
  }

  /** Knows of no key: for who doesn't ask the hot tier. */
  public static Lookup nothing() {
    return NOTHING;
  }

  /** What another group applied says nothing of this one. */
  void checkIsOf(String group) {
    if (asked && !consumerGroup.equals(group)) {
      throw new IllegalArgumentException(
          "a look-up of group %s can't answer for group %s: look up with the group that claims"
              .formatted(consumerGroup, group));
    }
  }

  Map<String, Mark> marks() {
    return marks;
  }

  /** Whether the hot tier was asked at all. */
  boolean asked() {
    return asked;
  }
}
