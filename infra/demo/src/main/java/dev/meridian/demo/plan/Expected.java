package dev.meridian.demo.plan;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What must come of a plan, counted from its deliveries alone.
 *
 * @param sent records
 * @param sentByTarget records by the region that takes them in
 * @param mirrored records that MirrorMaker has to carry
 * @param roles records by why they are sent
 * @param payments payment rows over all regions
 * @param settled payments that end in SETTLED: one per intent whose money moves
 * @param duplicateOf payments that end in DUPLICATE_OF
 * @param refused payments that end in REJECTED, by reason
 * @param parked rows of parked messages, by reason
 * @param parkedRecords records that are parked, repeats counted
 * @param absorbed records that a region's own dedup answers as duplicates
 * @param movedMinor money moved, by currency, in minor units
 * @param balancesMinor each opened account's balance at the end, in minor units
 */
public record Expected(
    int sent,
    Map<String, Integer> sentByTarget,
    int mirrored,
    Map<Role, Integer> roles,
    int payments,
    int settled,
    int duplicateOf,
    Map<String, Integer> refused,
    Map<String, Integer> parked,
    int parkedRecords,
    int absorbed,
    Map<String, Long> movedMinor,
    Map<AccountRef.Opened, Long> balancesMinor) {

  static Expected of(PaymentPlan plan) {
    Count count = new Count();
    plan.accounts().forEach(account -> count.open(account));
    plan.deliveries().forEach(delivery -> count.deliver(delivery));
    return count.expected();
  }

  /** All refusals. */
  public int refusedInAll() {
    return refused.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** All parked rows. */
  public int parkedInAll() {
    return parked.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** What a region's consumer tells payments apart by. */
  private record Row(int payment, String target, String requestKey) {}

  /** Adds up a plan. */
  private static final class Count {
    private final Map<String, Integer> sentByTarget = new TreeMap<>();
    private final Map<Role, Integer> roles = new EnumMap<>(Role.class);
    private final Map<String, Integer> refused = new TreeMap<>();
    private final Map<String, Integer> parked = new TreeMap<>();
    private final Map<String, Long> movedMinor = new TreeMap<>();
    private final Map<AccountRef.Opened, Long> balancesMinor = new HashMap<>();
    private final Set<Row> rows = new HashSet<>();
    private final Set<Integer> intents = new HashSet<>();
    private int sent;
    private int mirrored;
    private int settled;
    private int duplicateOf;
    private int parkedRecords;
    private int absorbed;

    void open(PlannedAccount account) {
      balancesMinor.put(account.ref(), account.fundingMinor());
    }

    void deliver(Delivery delivery) {
      sent++;
      mirrored += delivery.producedIn().equals(delivery.target()) ? 0 : 1;
      sentByTarget.merge(delivery.target(), 1, Integer::sum);
      roles.merge(delivery.role(), 1, Integer::sum);
      PlannedPayment payment = delivery.payment();
      if (delivery.role() == Role.CONFLICT) {
        park("CONFLICT", true);
      } else if (payment.ending().verdict() == Ending.Verdict.PARKED) {
        park(payment.ending().reason(), intents.add(payment.number()));
      } else if (!rows.add(new Row(payment.number(), delivery.target(), delivery.requestKey()))) {
        absorbed++;
      } else {
        take(payment);
      }
    }

    private void park(String reason, boolean firstTime) {
      parkedRecords++;
      if (firstTime) {
        parked.merge(reason, 1, Integer::sum);
      }
    }

    private void take(PlannedPayment payment) {
      boolean firstTime = intents.add(payment.number());
      if (payment.ending().verdict() == Ending.Verdict.REFUSED) {
        refused.merge(payment.ending().reason(), 1, Integer::sum);
      } else if (firstTime) {
        settled++;
        move(payment);
      } else {
        duplicateOf++;
      }
    }

    private void move(PlannedPayment payment) {
      movedMinor.merge(payment.currency(), payment.amountMinor(), Long::sum);
      add(payment.payer(), -payment.amountMinor());
      add(payment.payee(), payment.amountMinor());
    }

    private void add(AccountRef account, long minor) {
      if (account instanceof AccountRef.Opened opened) {
        balancesMinor.merge(opened, minor, Long::sum);
      }
    }

    Expected expected() {
      return new Expected(
          sent,
          Map.copyOf(sentByTarget),
          mirrored,
          Map.copyOf(roles),
          rows.size(),
          settled,
          duplicateOf,
          Map.copyOf(refused),
          Map.copyOf(parked),
          parkedRecords,
          absorbed,
          Map.copyOf(movedMinor),
          Map.copyOf(balancesMinor));
    }
  }
}
