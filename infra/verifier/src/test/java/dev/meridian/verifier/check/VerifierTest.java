package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Header;
import dev.meridian.verifier.digest.MemoryDigest;
import dev.meridian.verifier.digest.Table;
import dev.meridian.verifier.digest.UnreadableDigestException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerifierTest {
  private final SmallSystem system = SmallSystem.consistent();

  @Test
  void check_withoutOneRegionsDigest_refuses() {
    List<Digest> onlyEu = system.digests().subList(0, 1);

    assertThatThrownBy(() -> Verifier.check(onlyEu, Expectations.quiet()))
        .isInstanceOf(UnreadableDigestException.class)
        .hasMessageContaining("[us]");
  }

  @Test
  void check_oneRegionTwice_refuses() {
    List<Digest> twice = List.of(system.digests().get(0), system.digests().get(0));

    assertThatThrownBy(() -> Verifier.check(twice, Expectations.quiet()))
        .hasMessageContaining("two digests are of region eu");
  }

  @Test
  void check_noDigest_refuses() {
    assertThatThrownBy(() -> Verifier.check(List.of(), Expectations.quiet()))
        .isInstanceOf(UnreadableDigestException.class);
  }

  @Test
  void check_digestOfOlderCollectorWithoutTable_refuses() {
    Header header = system.digests().get(0).header();
    Map<String, Long> rows = new HashMap<>(header.rows());
    rows.remove(Table.LEASE.name());
    Header older = new Header(1, "eu", header.consumerAt(), header.ledgerAt(), List.of("eu"), rows);

    assertThatThrownBy(
            () -> Verifier.check(List.of(new MemoryDigest(older, Map.of())), Expectations.quiet()))
        .hasMessageContaining("lacks table lease");
  }

  @Test
  void print_failedReport_namesSomeKeysAndCountsTheRest() throws Exception {
    for (int i = 0; i < 5; i++) {
      system.add("us", Table.OUTCOME, SmallSystem.outcome("pay-eu-2", "BOOKED"));
    }
    StringBuilder text = new StringBuilder();

    system.check().print(text, 2);

    assertThat(text.toString().lines().toList())
        .first()
        .asString()
        .startsWith("FAIL  1  at most one BOOKED outcome per business key and kind")
        .endsWith("(7 checked)");
    assertThat(text.toString())
        .contains("         us  bk-pay-eu-2: PaymentRequested is BOOKED once more")
        .contains("         and 3 more\n")
        .contains("PASS  2  ");
  }

  @Test
  void print_manyFindings_keepsThemBounded() {
    for (int i = 0; i < 2 * Findings.KEPT; i++) {
      system.add("us", Table.OUTCOME, SmallSystem.outcome("pay-eu-2", "BOOKED"));
    }

    Report report = system.check();

    assertThat(report.of(1).found()).isEqualTo(2 * Findings.KEPT);
    assertThat(report.findings()).hasSizeLessThanOrEqualTo(2 * Findings.KEPT);
  }
}
