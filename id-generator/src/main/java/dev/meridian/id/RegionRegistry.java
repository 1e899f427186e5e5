package dev.meridian.id;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The regions of one deployment: which code has which number.
 *
 * <p>Every region's configuration must hold the same registry. Immutable and thread-safe.
 */
public final class RegionRegistry {

  private final List<Region> regions;
  private final Map<String, Region> byCode;
  private final @Nullable Region[] byNumber = new @Nullable Region[Region.MAX_NUMBER + 1];

  private RegionRegistry(List<Region> regions) {
    this.regions = regions;
    this.byCode = regions.stream().collect(Collectors.toUnmodifiableMap(Region::code, r -> r));
    regions.forEach(region -> byNumber[region.number()] = region);
  }

  /**
   * Reads {@code "cn=1,eu=2,us=3"}; blanks around entries and signs are ignored.
   *
   * @throws IllegalArgumentException if an entry is out of shape or a code or number comes twice;
   *     the sentence names the entry and the way out
   */
  public static RegionRegistry parse(String text) {
    if (Objects.requireNonNull(text, "text").isBlank()) {
      throw new IllegalArgumentException(
          "the region registry is empty; write at least one region, for example eu=2");
    }
    return of(Stream.of(text.split(",", -1)).map(RegionRegistry::parseEntry).toList());
  }

  /**
   * A registry of these regions.
   *
   * @throws IllegalArgumentException if there is none, or a code or number comes twice
   */
  public static RegionRegistry of(List<Region> regions) {
    if (regions.isEmpty()) {
      throw new IllegalArgumentException("a region registry needs at least one region");
    }
    Map<Integer, Region> byNumber = new HashMap<>();
    Set<String> codes = new HashSet<>();
    for (Region region : regions) {
      if (!codes.add(region.code())) {
        throw new IllegalArgumentException(
            "region " + region.code() + " stands in the registry twice; keep one of its entries");
      }
      Region other = byNumber.putIfAbsent(region.number(), region);
      if (other != null) {
        throw new IllegalArgumentException(
            "regions %s and %s both have number %d; give the newer one a number never used before"
                .formatted(other, region, region.number()));
      }
    }
    return new RegionRegistry(
        regions.stream().sorted(Comparator.comparingInt(Region::number)).toList());
  }

  private static Region parseEntry(String entry) {
    String[] parts = entry.split("=", -1);
    if (parts.length != 2) {
      throw malformed(entry, null);
    }
    try {
      return new Region(parts[0].strip(), Integer.parseInt(parts[1].strip()));
    } catch (NumberFormatException e) {
      throw malformed(entry, e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "region registry entry " + Quoted.of(entry.strip()) + ": " + e.getMessage(), e);
    }
  }

  private static IllegalArgumentException malformed(
      String entry, @Nullable NumberFormatException cause) {
    return new IllegalArgumentException(
        "region registry entry "
            + Quoted.of(entry.strip())
            + " is not code=number; write it like eu=2, entries separated by commas",
        cause);
  }

  /** All regions, by number. */
  public List<Region> regions() {
    return regions;
  }

  /** The codes of all regions, in the order of their numbers. */
  public List<String> codes() {
    return regions.stream().map(Region::code).toList();
  }

  /** Whether a region has this code. */
  public boolean contains(String code) {
    return byCode.containsKey(code);
  }

  /** The region with this code, if there is one. */
  public Optional<Region> find(String code) {
    return Optional.ofNullable(byCode.get(code));
  }

  /** The region with this number, 0 to 511; null if there is none. */
  @Nullable Region withNumber(int number) {
    return number <= Region.MAX_NUMBER && number >= 0 ? byNumber[number] : null;
  }

  /**
   * The region with this code.
   *
   * @throws IllegalArgumentException if there is none; the sentence lists those there are
   */
  public Region region(String code) {
    return find(code)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "region %s is not in the registry (%s); add it there or use one of these"
                        .formatted(Quoted.of(code), this)));
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return regions.stream()
        .map(region -> region.code() + "=" + region.number())
        .collect(Collectors.joining(","));
  }
}
