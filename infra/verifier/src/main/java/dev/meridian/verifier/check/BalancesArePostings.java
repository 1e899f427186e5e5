package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;
import java.util.Set;

/** Invariant 3. Postings are added up by each region's database, in one snapshot. */
final class BalancesArePostings implements Invariant {
  private static final Set<String> NEVER_BELOW_ZERO = Set.of("CUSTOMER", "MERCHANT", "SUSPENSE");

  @Override
  public String sentence() {
    return "each balance equals the sum of its postings; no customer balance is below zero";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.ACCOUNT);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    evidence.each(Table.ACCOUNT, (region, account) -> judge(region, account, findings));
  }

  private static void judge(String region, Row.Account account, Findings findings) {
    findings.checked();
    Long balance = account.balanceMinor();
    if (account.kind() == null || balance == null) {
      findings.fail(region, account.id(), "has postings, but there is no such account");
      return;
    }
    findings.failUnless(
        balance == account.postingsMinor(),
        region,
        account.id(),
        "has balance %,d, its postings sum to %,d".formatted(balance, account.postingsMinor()));
    findings.failUnless(
        balance >= 0 || !NEVER_BELOW_ZERO.contains(account.kind()),
        region,
        account.id(),
        "a %s account has balance %,d".formatted(account.kind(), balance));
  }
}
