package dev.meridian.verifier.check;

import dev.meridian.messages.Topics;
import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Invariant 6, on the payments topics of each region: deliveries are what was sent, or else what
 * the positions have passed; distinct are the payments and parked rows that are there. What came
 * again must be counted as such: exactly without kills, with kills at least, and not more than they
 * can have had in hand.
 */
final class DuplicatesAddUp implements Invariant {
  private static final String GROUP = "region-consumer";
  private static final Set<String> PARKING = Set.of("parked", "conflict");
  private static final Set<String> NO_MESSAGE = Set.of("tombstone", "ignored");

  @Override
  public String sentence() {
    return "duplicates counted = deliveries − distinct; what was applied is there";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(
        Table.DELIVERY, Table.POSITION, Table.OFFSETS, Table.PAYMENT, Table.HISTORY, Table.PARKED);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    Expectations expected = evidence.expectations();
    Map<String, Long> sent = new HashMap<>();
    expected
        .sentList()
        .ifPresent(list -> list.each(r -> sent.merge(r.region(), r.deliveries(), Long::sum)));
    boolean bySent = expected.sentList().isPresent();
    findings.remark(
        "deliveries by %s, %s"
            .formatted(
                bySent ? "the list of what was sent" : "position",
                expected.kills() == 0
                    ? "without kills: equal"
                    : "with %d kills: at least, and at most %,d more"
                        .formatted(expected.kills(), allowedSurplus(expected))));
    long surplus = 0;
    for (Digest digest : evidence.digests()) {
      Tally tally = Tally.of(digest);
      long deliveries =
          bySent
              ? sent.getOrDefault(digest.region(), 0L)
              : polled(evidence, digest.region(), tally);
      findings.checked(tally.all());
      surplus += judge(digest.region(), tally, deliveries, expected, findings);
    }
    findings.failUnless(
        surplus <= allowedSurplus(expected),
        "all regions",
        "duplicates",
        "%,d more than deliveries − distinct, kills explain %,d"
            .formatted(surplus, allowedSurplus(expected)));
  }

  private static long judge(
      String region, Tally tally, long deliveries, Expectations expected, Findings findings) {
    findings.failUnless(
        tally.applied == tally.payments,
        region,
        "applied",
        "%,d payments were counted as applied, %,d are there"
            .formatted(tally.applied, tally.payments));
    long repeats = tally.duplicates + tally.parkings - tally.parkedRows;
    long right = deliveries - tally.payments - tally.parkedRows;
    boolean tooMany = expected.kills() == 0 && repeats > right;
    findings.failUnless(
        repeats >= right && !tooMany,
        region,
        "duplicates",
        "%,d were counted; %,d deliveries of %,d distinct requests make %,d"
            .formatted(repeats, deliveries, tally.payments + tally.parkedRows, right));
    return tooMany ? 0 : Math.max(0, repeats - right);
  }

  private static long allowedSurplus(Expectations expected) {
    return expected.kills() * expected.inFlight();
  }

  private static long polled(Evidence evidence, String region, Tally tally) {
    long polled =
        Consumed.of(evidence).stream()
            .filter(consumed -> consumed.region().equals(region))
            .filter(
                consumed -> consumed.group().equals(GROUP) && isIntake(consumed.topic(), region))
            .mapToLong(consumed -> consumed.whole() ? consumed.polled() : consumed.outcomes())
            .sum();
    return polled - tally.noMessages;
  }

  private static boolean isIntake(String topic, String region) {
    String own = Topics.payments(region);
    return topic.equals(own) || topic.endsWith("." + own);
  }

  /** One region's counts. */
  private static final class Tally {
    private long applied;
    private long duplicates;
    private long parkings;
    private long noMessages;
    private long payments;
    private long parkedRows;

    static Tally of(Digest digest) {
      Tally tally = new Tally();
      String region = digest.region();
      digest.each(
          Table.DELIVERY,
          (Row.Delivery d) -> {
            if (d.consumerGroup().equals(GROUP) && isIntake(d.topic(), region)) {
              tally.add(d);
            }
          });
      tally.payments = digest.count(Table.PAYMENT);
      digest.each(Table.HISTORY, (Row.History h) -> tally.payments -= isRecovered(h) ? 1 : 0);
      digest.each(
          Table.PARKED,
          (Row.Parked p) -> {
            boolean here = p.consumerGroup().equals(GROUP) && isIntake(p.topic(), region);
            tally.parkedRows += here ? 1 : 0;
          });
      return tally;
    }

    /** A try with another request key is told as a duplicate and has a payment of its own. */
    private void add(Row.Delivery d) {
      if (PARKING.contains(d.outcome())) {
        parkings += d.n();
      } else if (NO_MESSAGE.contains(d.outcome())) {
        noMessages += d.n();
      } else if (d.outcome().equals("duplicate") && !d.cause().equals("other_request")) {
        duplicates += d.n();
      } else {
        applied += d.n();
      }
    }

    private long all() {
      return applied + duplicates + parkings;
    }

    private static boolean isRecovered(Row.History history) {
      return history.state() != null
          && !history.steps().isEmpty()
          && history.steps().get(0).cause().equals("recovered");
    }
  }
}
