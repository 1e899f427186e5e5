package dev.meridian.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.demo.report.Comparison.Extra;
import dev.meridian.demo.report.Comparison.Line;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final int SENT = Facts.EXPECTED.sent();

  @Test
  void of_countsThatFollowThePlan_isRightInEveryLine() {
    assertThat(compare(new Extra(SENT, 0, 0, 0, 0), Facts.counts())).allMatch(Line::isRight);
  }

  @Test
  void of_aRecordThatWasNeverProcessed_isWrong() {
    RegionCounts fewer = Facts.with(Facts.counts(), Facts.payments("applied", "", "", -1));

    assertThat(wrong(new Extra(SENT, 0, 0, 0, 0), fewer))
        .contains("records processed", "  of these repeats");
  }

  @Test
  void of_repeatsAfterAKill_isRightUpToWhatWasInHand() {
    RegionCounts more =
        Facts.with(Facts.counts(), Facts.payments("duplicate", "warm", "redelivery", 120));

    assertThat(wrong(new Extra(SENT, 0, 100, 0, 50), more)).isEmpty();
    assertThat(wrong(new Extra(SENT, 0, 100, 0, 10), more)).contains("records processed");
    assertThat(wrong(new Extra(SENT, 0, 130, 0, 50), more)).contains("records processed");
  }

  @Test
  void of_aBalanceThatIsOff_isWrong() {
    RegionCounts counts = Facts.counts();
    Map<String, Long> balances = new TreeMap<>(counts.balancesMinor());
    balances.merge("acc-0", 1L, Long::sum);
    RegionCounts off =
        new RegionCounts(
            counts.region(),
            counts.states(),
            counts.rejected(),
            counts.parkedRows(),
            counts.deliveries(),
            balances);

    assertThat(wrong(new Extra(SENT, 0, 0, 0, 0), off))
        .containsExactly("accounts with the right balance");
  }

  @Test
  void of_aReasonThatNobodyPlanned_isWrong() {
    RegionCounts counts = Facts.counts();
    Map<String, Long> parked = new TreeMap<>(counts.parkedRows());
    parked.put("MISROUTED", 1L);
    RegionCounts odd =
        new RegionCounts(
            counts.region(),
            counts.states(),
            counts.rejected(),
            parked,
            counts.deliveries(),
            counts.balancesMinor());

    assertThat(wrong(new Extra(SENT, 0, 0, 0, 0), odd)).containsExactly("parked: MISROUTED");
  }

  private static List<String> wrong(Extra extra, RegionCounts counts) {
    return compare(extra, counts).stream().filter(l -> !l.isRight()).map(Line::name).toList();
  }

  private static List<Line> compare(Extra extra, RegionCounts counts) {
    return Comparison.of(Facts.EXPECTED, extra, List.of(counts), Facts.ids());
  }
}
