package dev.meridian.verifier.check;

import java.util.List;

/**
 * What the verifier says about one invariant. Immutable.
 *
 * @param invariant its number in design section 12
 * @param sentence what must hold
 * @param checked how many things were looked at; 0 means that the line proves nothing
 * @param found how many are wrong
 * @param findings the first of them
 * @param remarks how to read the line
 */
public record Judgement(
    int invariant,
    String sentence,
    long checked,
    long found,
    List<Finding> findings,
    List<String> remarks) {

  public Judgement {
    findings = List.copyOf(findings);
    remarks = List.copyOf(remarks);
  }

  public boolean passed() {
    return found == 0;
  }
}
