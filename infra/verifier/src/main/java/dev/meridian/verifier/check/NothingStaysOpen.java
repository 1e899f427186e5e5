package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Invariant 7. Lag is judged on a system at rest; on one at work it is only told. */
final class NothingStaysOpen implements Invariant {

  @Override
  public String sentence() {
    return "no payment, leg, command or outbox row stays open; lag returns to zero";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(
        Table.PAYMENT,
        Table.PAYMENT_LEG,
        Table.REVERSAL,
        Table.OPEN_MESSAGE,
        Table.UNSENT,
        Table.POSITION,
        Table.OFFSETS);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    evidence.each(
        Table.PAYMENT,
        (region, payment) -> {
          String open = payment.state().equals("ROUTED") ? "is still ROUTED" : "";
          judge(evidence, region, payment.id(), open, payment.createdAt(), findings);
        });
    evidence.each(
        Table.PAYMENT_LEG,
        (region, leg) -> {
          String open = leg.state().equals("DEBITED") ? "is still DEBITED" : "";
          judge(evidence, region, leg.legId(), open, leg.createdAt(), findings);
        });
    evidence.each(
        Table.REVERSAL,
        (region, reversal) -> {
          String open = reversal.decidedAt() == null ? "is still " + reversal.state() : "";
          judge(evidence, region, reversal.reversalId(), open, reversal.at(), findings);
        });
    evidence.each(
        Table.OPEN_MESSAGE,
        (region, open) -> {
          String what =
              "of database %s is open towards %s after %d attempts"
                  .formatted(open.database(), open.home(), open.attempt());
          judge(evidence, region, open.messageId(), what, open.since(), findings);
        });
    evidence.each(
        Table.UNSENT,
        (region, row) -> {
          String what =
              "to %s is unsent in the outbox of database %s".formatted(row.topic(), row.database());
          judge(evidence, region, row.messageId(), what, row.since(), findings);
        });
    evidence.digests().forEach(digest -> judgeLag(evidence, digest, findings));
  }

  /** Nothing is open if the text says nothing. */
  private static void judge(
      Evidence evidence, String region, String key, String open, Instant since, Findings findings) {
    if (!open.isEmpty() && evidence.tooYoung(since)) {
      findings.leftOut();
      return;
    }
    findings.checked();
    findings.failUnless(open.isEmpty(), region, key, "%s since %s".formatted(open, since));
  }

  private static void judgeLag(Evidence evidence, Digest digest, Findings findings) {
    if (digest.count(Table.OFFSETS) == 0) {
      findings.remark(digest.region() + " was collected without Kafka: its lag is not known");
      return;
    }
    Map<String, Long> positions = new HashMap<>();
    digest.each(
        Table.POSITION,
        (Row.Position p) ->
            positions.put(
                Consumed.name(p.consumerGroup(), p.topic(), p.partition()), p.nextOffset()));
    digest.each(
        Table.OFFSETS,
        (Row.Offsets o) -> {
          String name = Consumed.name(o.consumerGroup(), o.topic(), o.partition());
          long lag = o.end() - positions.getOrDefault(name, o.beginning());
          findings.checked();
          if (lag > 0 && evidence.expectations().atRest()) {
            findings.fail(digest.region(), name, "lags by %,d records".formatted(lag));
          } else if (lag > 0) {
            findings.remark("%s %s lags by %,d".formatted(digest.region(), name, lag));
          }
        });
  }
}
