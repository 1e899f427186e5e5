package dev.meridian.id;

/** The 64 bits of an id: 1 zero · 8 region · 14 epoch · 41 sequence, from the highest bit down. */
final class IdLayout {

  static final int SEQUENCE_BITS = 41;
  static final int EPOCH_BITS = 14;

  /** Sequences run from 0 to one less than this. */
  static final long SEQUENCES = 1L << SEQUENCE_BITS;

  static final int MAX_EPOCH = (1 << EPOCH_BITS) - 1;

  /** An epoch is (timeline + offset) × 4 + raise, the raise being 0 to 3. */
  static final int EPOCHS_PER_TIMELINE = 4;

  /** Timeline and offset together are less than this. */
  static final int TIMELINES = (MAX_EPOCH + 1) / EPOCHS_PER_TIMELINE;

  private static final int EPOCH_SHIFT = SEQUENCE_BITS;
  private static final int REGION_SHIFT = SEQUENCE_BITS + EPOCH_BITS;

  private IdLayout() {}

  static long compose(int regionNumber, int epoch, long sequence) {
    if (regionNumber < 1 || regionNumber > Region.MAX_NUMBER) {
      throw new IllegalArgumentException("region number " + regionNumber + " is not 1 to 255");
    }
    if (epoch < 0 || epoch > MAX_EPOCH) {
      throw new IllegalArgumentException("epoch " + epoch + " is not 0 to " + MAX_EPOCH);
    }
    if (sequence < 0 || sequence >= SEQUENCES) {
      throw new IllegalArgumentException("sequence " + sequence + " is not 0 to 2^41 - 1");
    }
    return ((long) regionNumber << REGION_SHIFT) | ((long) epoch << EPOCH_SHIFT) | sequence;
  }

  /** The least offset with which every timeline's epochs are at least this. */
  static int offsetAtLeast(int epoch) {
    return (epoch + EPOCHS_PER_TIMELINE - 1) / EPOCHS_PER_TIMELINE;
  }

  static int regionNumber(long value) {
    return (int) (value >>> REGION_SHIFT);
  }

  static int epoch(long value) {
    return (int) (value >>> EPOCH_SHIFT) & MAX_EPOCH;
  }

  static long sequence(long value) {
    return value & (SEQUENCES - 1);
  }
}
