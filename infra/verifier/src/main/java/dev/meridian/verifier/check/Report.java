package dev.meridian.verifier.check;

import java.io.IOException;
import java.util.List;

/**
 * The verifier's word on a system: a judgement per invariant. Immutable.
 *
 * @param judgements in the order of design section 12
 */
public record Report(List<Judgement> judgements) {
  /** So many offending keys are named per invariant. */
  public static final int DEFAULT_NAMED_KEYS = 10;

  public Report {
    judgements = List.copyOf(judgements);
  }

  /** Whether every invariant holds. */
  public boolean passed() {
    return judgements.stream().allMatch(Judgement::passed);
  }

  /** Everything that is wrong, by invariant; at most some thousand each. */
  public List<Finding> findings() {
    return judgements.stream().flatMap(judgement -> judgement.findings().stream()).toList();
  }

  /**
   * The judgement on one invariant.
   *
   * @param invariant its number, from 1
   */
  public Judgement of(int invariant) {
    return judgements.get(invariant - 1);
  }

  public void print(Appendable out) throws IOException {
    print(out, DEFAULT_NAMED_KEYS);
  }

  /**
   * One line per invariant, and under a FAIL the offending keys.
   *
   * @param namedKeys how many keys to name per invariant
   */
  public void print(Appendable out, int namedKeys) throws IOException {
    for (Judgement judgement : judgements) {
      print(judgement, out, namedKeys);
    }
  }

  private static void print(Judgement judgement, Appendable out, int namedKeys) throws IOException {
    out.append(judgement.passed() ? "PASS" : "FAIL")
        .append(
            " %2d  %s   (%,d checked"
                .formatted(judgement.invariant(), judgement.sentence(), judgement.checked()));
    for (String remark : judgement.remarks()) {
      out.append("; ").append(remark);
    }
    out.append(")\n");
    List<Finding> named = judgement.findings().stream().limit(namedKeys).toList();
    for (Finding finding : named) {
      out.append("         ").append(finding.toString()).append('\n');
    }
    long rest = judgement.found() - named.size();
    if (rest > 0) {
      out.append("         and %,d more%n".formatted(rest));
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    try {
      print(text);
    } catch (IOException e) {
      throw new IllegalStateException("a StringBuilder doesn't fail", e);
    }
    return text.toString();
  }
}
