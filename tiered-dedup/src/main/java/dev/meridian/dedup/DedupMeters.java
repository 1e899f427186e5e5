package dev.meridian.dedup;

import java.util.Locale;

/**
 * Is told what happened, to be counted. Called on the caller's thread; must return soon and not
 * throw. Consumer groups are the caller's own; all other words come from the lists below.
 */
public interface DedupMeters {

  /** What the hot tier had to say of a message. */
  enum HotAnswer {
    /** Duplicate. */
    HIT,
    /** Nothing is there. */
    MISS,
    /** A mark for other content: warm decides whether that is a conflict. */
    OTHER_FINGERPRINT,
    /** A mark of another life of the database. */
    OTHER_INCARNATION,
    /** Bytes that are no mark of this key. */
    UNREADABLE,
    /** Redis is away, slow, or its breaker is open. */
    UNAVAILABLE;

    /** The word for metrics. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What became of a mark. */
  enum Marked {
    /** It was written. */
    WRITTEN,
    /** Redis didn't take it. */
    FAILED,
    /** Nothing was left of its window. */
    EXPIRED;

    /** The word for metrics. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A message of a committed batch was new. */
  void countNew(String consumerGroup);

  /** A message of a committed batch was known to that tier. */
  void countDuplicate(String consumerGroup, Tier tier);

  /** A message of a committed batch contradicted another one. */
  void countConflict(String consumerGroup);

  /** The hot tier was asked of so many messages and said this. */
  void countHot(String consumerGroup, HotAnswer answer, int messages);

  /** So many marks ended like this. */
  void countMarks(String consumerGroup, Marked marked, int marks);

  /** Counts nothing. */
  DedupMeters NONE =
      new DedupMeters() {
        @Override
        public void countNew(String consumerGroup) {}

        @Override
        public void countDuplicate(String consumerGroup, Tier tier) {}

        @Override
        public void countConflict(String consumerGroup) {}

        @Override
        public void countHot(String consumerGroup, HotAnswer answer, int messages) {}

        @Override
        public void countMarks(String consumerGroup, Marked marked, int marks) {}
      };
}
