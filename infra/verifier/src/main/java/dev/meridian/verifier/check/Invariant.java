package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Table;
import java.util.List;

/** One invariant of design section 12. Checks hold no state of their own: thread-safe. */
interface Invariant {

  /** What must hold, in the report's words. */
  String sentence();

  /** Without these tables of every region the check would judge a gap. */
  List<Table<?>> needs();

  /** Looks at the evidence and takes down what is wrong. */
  void judge(Evidence evidence, Findings findings);
}
