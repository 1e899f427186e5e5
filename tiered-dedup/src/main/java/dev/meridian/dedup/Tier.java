package dev.meridian.dedup;

import java.util.Locale;

/** Where a key was found. */
public enum Tier {
  /** In Redis, by a mark that was written after the commit in the database's present life. */
  HOT,
  /** In PostgreSQL, in the business transaction: the authority. */
  WARM;

  /** The word for metrics and counts: {@code warm}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
