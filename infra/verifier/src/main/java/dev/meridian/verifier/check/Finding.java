package dev.meridian.verifier.check;

/**
 * One thing that is wrong.
 *
 * @param invariant its number in design section 12
 * @param region whose digest shows it
 * @param key what it is about: a business key, an id, a partition
 * @param sentence what is wrong with it
 */
public record Finding(int invariant, String region, String key, String sentence) {
  @Override
  public String toString() {
    return "%s  %s: %s".formatted(region, key, sentence);
  }
}
