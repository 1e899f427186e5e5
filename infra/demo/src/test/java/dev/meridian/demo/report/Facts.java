package dev.meridian.demo.report;

import dev.meridian.demo.plan.AccountRef;
import dev.meridian.demo.plan.Expected;
import dev.meridian.demo.plan.PaymentPlan;
import dev.meridian.demo.plan.PlanOptions;
import dev.meridian.demo.plan.Role;
import dev.meridian.demo.report.RegionCounts.Delivered;
import dev.meridian.demo.watch.Percentiles;
import dev.meridian.verifier.check.Judgement;
import dev.meridian.verifier.check.Report;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A run that went well, as its databases would show it. */
final class Facts {
  static final Expected EXPECTED =
      PaymentPlan.of(new PlanOptions(5, 300, 20, List.of("eu"))).expected();

  private Facts() {}

  static Map<AccountRef.Opened, String> ids() {
    Map<AccountRef.Opened, String> ids = new HashMap<>();
    EXPECTED.balancesMinor().keySet().forEach(ref -> ids.put(ref, "acc-" + ref.number()));
    return ids;
  }

  /** What the services count for exactly the plan. */
  static RegionCounts counts() {
    return new RegionCounts(
        "eu",
        states(),
        longs(EXPECTED.refused()),
        longs(EXPECTED.parked()),
        deliveries(),
        balances());
  }

  static RegionCounts with(RegionCounts counts, Delivered more) {
    List<Delivered> deliveries = new java.util.ArrayList<>(counts.deliveries());
    deliveries.add(more);
    return new RegionCounts(
        counts.region(),
        counts.states(),
        counts.rejected(),
        counts.parkedRows(),
        deliveries,
        counts.balancesMinor());
  }

  static Delivered payments(String outcome, String tier, String cause, long n) {
    return new Delivered("region-consumer", "payments.eu", outcome, tier, cause, n);
  }

  static Measured measured() {
    return new Measured(
        new Percentiles(100, 20.4, 99.6, 120),
        new Percentiles(200, 200, 400, 401),
        new Percentiles(100, 21, 900, 12_345),
        new Percentiles(200, 201, 32_100, 33_000),
        Map.of("eu", Duration.ofMillis(31_250)),
        Duration.ofMillis(99_940),
        OptionalLong.of(4_321_000_000L));
  }

  static Report verdict(long found) {
    return new Report(
        List.of(new Judgement(1, "at most one booking", 300, found, List.of(), List.of())));
  }

  private static Map<String, Long> states() {
    return Map.of(
        "SETTLED", (long) EXPECTED.settled(),
        "DUPLICATE_OF", (long) EXPECTED.duplicateOf(),
        "REJECTED", (long) EXPECTED.refusedInAll());
  }

  private static List<Delivered> deliveries() {
    int otherRequests = EXPECTED.roles().getOrDefault(Role.OTHER_REQUEST, 0);
    int conflicts = EXPECTED.roles().getOrDefault(Role.CONFLICT, 0);
    return List.of(
        payments("applied", "", "", EXPECTED.payments() - otherRequests),
        payments("duplicate", "warm", "other_request", otherRequests),
        payments("duplicate", "warm", "redelivery", EXPECTED.absorbed()),
        payments("conflict", "", "", conflicts),
        payments("parked", "", "", EXPECTED.parkedRecords() - conflicts));
  }

  private static Map<String, Long> balances() {
    Map<String, Long> balances = new TreeMap<>();
    Map<AccountRef.Opened, String> ids = ids();
    EXPECTED.balancesMinor().forEach((ref, minor) -> balances.put(ids.get(ref), minor));
    return balances;
  }

  private static Map<String, Long> longs(Map<String, Integer> counts) {
    Map<String, Long> longs = new TreeMap<>();
    counts.forEach((reason, n) -> longs.put(reason, (long) n));
    return longs;
  }
}
