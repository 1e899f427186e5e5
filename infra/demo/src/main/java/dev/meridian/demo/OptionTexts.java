package dev.meridian.demo;

import dev.meridian.id.Region;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads option values. What is wrong with one is an {@link IllegalArgumentException} with a
 * sentence that names the option and the way out.
 */
final class OptionTexts {
  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,3}) ?%?");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,7}) ?(ms|s|m)");
  private static final int MAX_PERCENT = 100;
  private static final long MAX_CHANCE_SEED = 1_000_000;
  private static final String ACCOUNT = "account";

  private OptionTexts() {}

  /** {@code 20%} or {@code 20}. */
  static int percent(String option, String text) {
    Matcher match = PERCENT.matcher(text.strip());
    if (!match.matches() || Integer.parseInt(match.group(1)) > MAX_PERCENT) {
      throw wrong(option, text, "write a whole percentage from 0% to 100%, such as 20%");
    }
    return Integer.parseInt(match.group(1));
  }

  /** {@code 80ms}, {@code 30s} or {@code 2m}. */
  static Duration duration(String option, String text) {
    Matcher match = DURATION.matcher(text.strip());
    if (!match.matches()) {
      throw wrong(option, text, "write a number and its unit, such as 80ms, 30s or 2m");
    }
    long number = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  /** {@code cn,eu,us}. */
  static List<String> regions(String option, String text) {
    List<String> regions = Stream.of(text.split(",", -1)).map(String::strip).toList();
    if (regions.stream().distinct().count() != regions.size()) {
      throw wrong(option, text, "name each region once");
    }
    for (String region : regions) {
      checkRegion(option, text, region);
    }
    return regions;
  }

  /** {@code account}, {@code eu} or {@code single:eu}; as the services want it. */
  static String home(String option, String text, List<String> regions) {
    if (text.equals(ACCOUNT)) {
      return text;
    }
    String region =
        text.startsWith(DemoOptions.SINGLE_HOME)
            ? text.substring(DemoOptions.SINGLE_HOME.length())
            : text;
    if (!regions.contains(region)) {
      throw wrong(option, text, "write account, or one of the regions " + regions);
    }
    return DemoOptions.SINGLE_HOME + region;
  }

  /** A whole number within bounds, such as {@code 20000}. */
  static int number(String option, String text, int least, int most) {
    OptionalLong number = whole(text);
    if (number.isEmpty() || number.getAsLong() < least || number.getAsLong() > most) {
      throw wrong(option, text, "write a number from %d to %d".formatted(least, most));
    }
    return Math.toIntExact(number.getAsLong());
  }

  /** Any whole number of 64 bits; without a text, one by chance that is easy to repeat. */
  static long seed(String option, @Nullable String text) {
    if (text == null) {
      return new SplittableRandom().nextLong(MAX_CHANCE_SEED);
    }
    return whole(text).orElseThrow(() -> wrong(option, text, "write a whole number, such as 7"));
  }

  private static OptionalLong whole(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static void checkRegion(String option, String text, String region) {
    try {
      var unused = new Region(region, 1);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s %s: %s, regions separated by commas".formatted(option, text, e.getMessage()), e);
    }
  }

  static IllegalArgumentException wrong(String option, String text, String wayOut) {
    return new IllegalArgumentException("%s can't be '%s': %s.".formatted(option, text, wayOut));
  }
}
