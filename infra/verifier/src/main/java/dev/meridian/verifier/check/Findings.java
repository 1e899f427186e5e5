package dev.meridian.verifier.check;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes down what one invariant's check sees; keeps a bounded number of findings. Not thread-safe.
 */
final class Findings {
  /** So many are kept; more are only counted. */
  static final int KEPT = 1_000;

  private final int invariant;
  private final List<Finding> kept = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private long found;
  private long checked;
  private long leftOut;

  Findings(int invariant) {
    this.invariant = invariant;
  }

  /** One thing more was looked at. */
  void checked() {
    checked++;
  }

  void checked(long more) {
    checked += more;
  }

  /** One thing is younger than the cut and was not judged. */
  void leftOut() {
    leftOut++;
  }

  void fail(String region, String key, String sentence) {
    found++;
    if (kept.size() < KEPT) {
      kept.add(new Finding(invariant, region, key, sentence));
    }
  }

  void failUnless(boolean right, String region, String key, String sentence) {
    if (!right) {
      fail(region, key, sentence);
    }
  }

  /** Something that whoever reads the report must know to trust the line. */
  void remark(String text) {
    remarks.add(text);
  }

  Judgement judgement(String sentence) {
    List<String> all = new ArrayList<>(remarks);
    if (leftOut > 0) {
      all.add("%,d younger than the cut left out".formatted(leftOut));
    }
    return new Judgement(invariant, sentence, checked, found, kept, all);
  }
}
