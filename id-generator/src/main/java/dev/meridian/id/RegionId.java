package dev.meridian.id;

import java.util.Comparator;
import java.util.Objects;

/**
 * An id that says what it names and which region gave it out: kind, region and 64 bits.
 *
 * <pre>
 *  63 │ 62 … 55  │ 54 … 41  │ 40 … 0
 *   0 │ region   │ epoch    │ sequence
 *   1 │ 8        │ 14       │ 41 bits
 * </pre>
 *
 * <p>Text: kind, region code, 13 symbols of Crockford base 32 (lower case, fixed width) and two
 * check symbols over all three, for example {@code pay-eu-0200800000001ex}. Guarantees of the text:
 *
 * <ul>
 *   <li>within a kind and region it sorts bytewise like the number ({@code COLLATE "C"});
 *   <li>every single wrong symbol, every two wrong symbols of the number and every exchange of two
 *       neighbours is refused; upper case, I and L for 1 and O for 0 read back;
 *   <li>an id whose region code and region number differ is refused.
 * </ul>
 *
 * <p>In JSON an id is a string, never a number: 64 bits don't survive a double. Immutable.
 */
public final class RegionId implements Comparable<RegionId> {

  private static final Comparator<RegionId> ORDER =
      Comparator.comparing((RegionId id) -> id.kind.code())
          .thenComparing(id -> id.region.code())
          .thenComparingLong(id -> id.value);

  private final IdKind kind;
  private final Region region;
  private final long value;

  /** Not checked: the value's region number is the region's. */
  RegionId(IdKind kind, Region region, long value) {
    this.kind = kind;
    this.region = region;
    this.value = value;
  }

  /**
   * The id of this kind with these 64 bits.
   *
   * @throws RegionIdException if the bits name another region
   */
  public static RegionId of(IdKind kind, Region region, long value) {
    Objects.requireNonNull(kind, "kind");
    int number = IdLayout.regionNumber(value);
    if (number != region.number()) {
      throw new RegionIdException(
          "the number %d belongs to region number %d, but region %s has number %d: take the id from where it was given out"
              .formatted(value, number, region, region.number()));
    }
    return new RegionId(kind, region, value);
  }

  /**
   * The id of this kind with these 64 bits, whose region is looked up by its number.
   *
   * @throws RegionIdException if no region of the registry has the number in these bits
   */
  public static RegionId of(IdKind kind, long value, RegionRegistry registry) {
    Objects.requireNonNull(kind, "kind");
    int number = IdLayout.regionNumber(value);
    Region region = registry.withNumber(number);
    if (region == null) {
      throw new RegionIdException(
          "the number %d belongs to region number %d, which is not in the registry (%s): take the id from where it was given out, or add the region"
              .formatted(value, number, registry));
    }
    return new RegionId(kind, region, value);
  }

  /**
   * Reads the text form.
   *
   * @throws RegionIdException if the text is out of shape, a check symbol is wrong, the region is
   *     not in the registry, or its code and number differ
   */
  public static RegionId parse(String text, RegionRegistry registry) {
    RegionId asGivenOut = IdText.readAsGivenOut(text, registry);
    return asGivenOut != null ? asGivenOut : parseCarefully(text, registry);
  }

  /**
   * Reads a text that was checked against the registry before it was stored, and believes that its
   * region's code and number belong together.
   *
   * @throws RegionIdException if the text is out of shape or a check symbol is wrong
   */
  public static RegionId parseStored(String text) {
    IdText read = IdText.read(text);
    int number = IdLayout.regionNumber(read.value());
    if (number == 0) {
      throw new RegionIdException(
          Quoted.of(text)
              + " names region number 0, which no region has: it was put together by hand");
    }
    return new RegionId(new IdKind(read.kind()), new Region(read.region(), number), read.value());
  }

  private static RegionId parseCarefully(String text, RegionRegistry registry) {
    IdText read = IdText.read(text);
    Region region =
        registry
            .find(read.region())
            .orElseThrow(
                () ->
                    new RegionIdException(
                        "%s is of region %s, which is not in the registry (%s): ask where it comes from, or add the region"
                            .formatted(Quoted.of(text), read.region(), registry)));
    if (IdLayout.regionNumber(read.value()) != region.number()) {
      throw new RegionIdException(
          "%s says region %s (number %d), but its number says %d: it was put together by hand or under another registry"
              .formatted(
                  Quoted.of(text), region, region.number(), IdLayout.regionNumber(read.value())));
    }
    return new RegionId(new IdKind(read.kind()), region, read.value());
  }

  /**
   * The region code in the text, lower case; needs no registry and so doesn't know whether such a
   * region exists. Some tens of nanoseconds: shape and check symbols are looked at.
   *
   * @throws RegionIdException if the text is out of shape or a check symbol is wrong
   */
  public static String regionOf(String text) {
    return IdText.read(text).region();
  }

  /**
   * The kind in the text; costs what {@link #regionOf} does.
   *
   * @throws RegionIdException if the text is out of shape or a check symbol is wrong
   */
  public static IdKind kindOf(String text) {
    return new IdKind(IdText.read(text).kind());
  }

  /** What this names. */
  public IdKind kind() {
    return kind;
  }

  /** The region that gave it out. */
  public Region region() {
    return region;
  }

  /** All 64 bits; always positive. */
  public long value() {
    return value;
  }

  /** Which chain of the database gave the block out; never falls within a region and kind. */
  public int epoch() {
    return IdLayout.epoch(value);
  }

  /** The place within the epoch, from 0 to 2⁴¹ − 1. */
  public long sequence() {
    return IdLayout.sequence(value);
  }

  /** The text form, which {@link #parse} reads. */
  public String text() {
    return IdText.write(kind, region, value);
  }

  /** The same as {@link #text()}. */
  @Override
  public String toString() {
    return text();
  }

  /** By kind, region code and number: the bytewise order of the texts. */
  @Override
  public int compareTo(RegionId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegionId that
        && value == that.value
        && kind.equals(that.kind)
        && region.equals(that.region);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Long.hashCode(value); // the region is in the value
  }
}
