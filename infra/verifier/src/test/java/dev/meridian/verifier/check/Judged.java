package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** What tests say of reports. */
final class Judged {
  private Judged() {}

  /** That this invariant, and no other, is broken, and that it names the key. */
  static void failsOnly(Report report, int invariant, String key) {
    assertThat(broken(report)).as(report.toString()).containsExactly(invariant);
    assertThat(report.of(invariant).findings())
        .as(report.toString())
        .anyMatch(finding -> finding.key().contains(key));
  }

  static List<Integer> broken(Report report) {
    return report.judgements().stream()
        .filter(judgement -> !judgement.passed())
        .map(Judgement::invariant)
        .toList();
  }
}
