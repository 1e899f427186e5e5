package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Invariant 10. Holds in every home's own snapshot, so their moments need not be the same. */
final class MoneyConserved implements Invariant {

  @Override
  public String sentence() {
    return "all balances sum to zero per currency, all but external to what was funded";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.ACCOUNT, Table.ENTRY);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    Map<String, Long> all = new TreeMap<>();
    Map<String, Long> inside = new TreeMap<>();
    evidence.each(
        Table.ACCOUNT,
        (region, account) -> {
          findings.checked();
          add(account, all, inside);
        });
    Map<String, Long> funded = new TreeMap<>();
    evidence.each(Table.ENTRY, (region, entry) -> fund(entry, funded));
    all.forEach(
        (currency, minor) ->
            findings.failUnless(
                minor == 0,
                "all regions",
                currency,
                "all balances sum to %,d minor units, not to zero".formatted(minor)));
    inside.forEach(
        (currency, minor) -> {
          long right = funded.getOrDefault(currency, 0L);
          findings.failUnless(
              minor == right,
              "all regions",
              currency,
              "all balances but external sum to %,d minor units, %,d were funded"
                  .formatted(minor, right));
        });
  }

  private static void add(Row.Account account, Map<String, Long> all, Map<String, Long> inside) {
    Long balance = account.balanceMinor();
    if (balance == null) {
      return;
    }
    all.merge(account.currency(), balance, Math::addExact);
    if (!"EXTERNAL".equals(account.kind())) {
      inside.merge(account.currency(), balance, Math::addExact);
    }
  }

  private static void fund(Row.Entry entry, Map<String, Long> funded) {
    if ("FUND".equals(entry.kind())) {
      funded.merge(entry.currency(), entry.amountMinor(), Math::addExact);
    } else if ("WITHDRAW".equals(entry.kind())) {
      funded.merge(entry.currency(), -entry.amountMinor(), Math::addExact);
    }
  }
}
