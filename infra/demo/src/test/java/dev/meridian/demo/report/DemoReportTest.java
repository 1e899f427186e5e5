package dev.meridian.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.demo.naive.MovedTwice;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final Locale BEFORE = Locale.getDefault();

  @BeforeAll
  static void asMainDoes() {
    Locale.setDefault(Locale.ROOT);
  }

  @AfterAll
  static void asBefore() {
    Locale.setDefault(BEFORE);
  }

  @Test
  void lines_ofARunThatWentWell_endInPass() {
    DemoReport report = report(0, Facts.EXPECTED.sent(), null, null);

    assertThat(report.passed()).isTrue();
    assertThat(report.lines()).last().isEqualTo("PASS");
    assertThat(report.lines()).noneMatch(line -> line.contains("WRONG"));
  }

  @Test
  void lines_nameEveryFigureWithItsLimit() {
    List<String> lines = report(0, Facts.EXPECTED.sent(), null, null).lines();

    assertThat(lines)
        .anyMatch(l -> l.contains("first accepted payment: eu 31.3 s   (limit 60.0 s)"))
        .anyMatch(l -> l.contains("run after that: 99.9 s   (limit 120.0 s"))
        .anyMatch(l -> l.contains("PSS of all processes: 4.32 GB   (limit 5.00 GB)"))
        .anyMatch(l -> l.matches(" *local +20 ms +100 ms +120 ms +100 +900 ms +12.3 s"))
        .anyMatch(l -> l.matches(" *payments +warm +redelivery +\\d+ +\\d+ +\\d+"));
  }

  @Test
  void lines_ofABrokenInvariant_endInFail() {
    DemoReport report =
        report(
            1,
            Facts.EXPECTED.sent(),
            new Damaged("lost-payment", "eu", "key", Facts.verdict(0)),
            null);

    assertThat(report.passed()).isFalse();
    assertThat(report.lines()).last().asString().startsWith("FAIL: 1 invariants are broken");
    assertThat(report.lines())
        .anyMatch(
            line ->
                line.contains(
                    "before the damage: PASS on every line; then --break lost-payment in eu, payment key"));
  }

  @Test
  void lines_ofACountThatIsOff_endInFail() {
    DemoReport report = report(0, Facts.EXPECTED.sent() - 1, null, null);

    assertThat(report.passed()).isFalse();
    assertThat(report.lines()).anyMatch(l -> l.contains("records sent") && l.endsWith("WRONG"));
  }

  @Test
  void lines_withANaiveConsumer_nameItsMoneyAndKeys() {
    MovedTwice naive =
        new MovedTwice(
            360, 60, Map.of("EUR", 123_456L), List.of(new MovedTwice.Example("k1", 3, 400, "EUR")));

    List<String> lines = report(0, Facts.EXPECTED.sent(), null, naive).lines();

    assertThat(lines)
        .anyMatch(l -> l.contains("for 60 intents more than once: 1,234.56 EUR too much"))
        .anyMatch(l -> l.contains("k1: 3 times, 4.00 EUR too much"));
  }

  private static DemoReport report(
      long found, long acknowledged, @Nullable Damaged damaged, @Nullable MovedTwice naive) {
    List<RegionCounts> counts = List.of(Facts.counts());
    Comparison.Extra extra = new Comparison.Extra(acknowledged, 0, 0, 0, 0);
    return new DemoReport(
        Facts.EXPECTED,
        extra,
        Comparison.of(Facts.EXPECTED, extra, counts, Facts.ids()),
        counts,
        Facts.measured(),
        naive,
        damaged,
        Facts.verdict(found));
  }
}
