package dev.meridian.verifier.check;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.DedupKeys;
import dev.meridian.messages.Kind;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Invariant 5. With a list of what was sent: each request has exactly one payment or one parked
 * row. Always: no partition's position is ahead of the records whose outcome was counted.
 */
final class NothingLost implements Invariant {

  @Override
  public String sentence() {
    return "each sent business key and request key has exactly one payment or one parked row";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.PAYMENT, Table.PARKED, Table.POSITION, Table.DELIVERY, Table.OFFSETS);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    evidence
        .expectations()
        .sentList()
        .ifPresentOrElse(
            sent -> judgeSent(evidence, sent, findings),
            () -> findings.remark("no list of what was sent: only polled = outcomes was checked"));
    for (Consumed consumed : Consumed.of(evidence)) {
      findings.checked();
      findings.failUnless(
          consumed.surplus() >= 0,
          consumed.region(),
          consumed.partition(),
          "%,d records were passed, %,d outcomes counted: %,d without one"
              .formatted(consumed.polled(), consumed.outcomes(), -consumed.surplus()));
    }
  }

  private static void judgeSent(Evidence evidence, Sent sent, Findings findings) {
    KeyIndex keys = new KeyIndex();
    sent.each(
        request -> {
          keys.add(key(request));
          keys.add(bytesKey(request));
        });
    Column payments = new Column();
    Column parked = new Column();
    Column redriven = new Column();
    evidence.each(
        Table.PAYMENT,
        (region, payment) ->
            count(keys, payments, region, dedupKey(payment), payment.fingerprint()));
    evidence.each(
        Table.PARKED,
        (region, row) -> {
          Column column = row.closedAt() == null ? parked : redriven;
          count(keys, column, region, row.dedupKey(), row.fingerprint());
        });
    sent.each(
        request -> {
          findings.checked();
          int key = keys.find(key(request));
          long found = payments.get(key) + parked.get(key);
          boolean bytesParked = found == 0 && parked.get(keys.find(bytesKey(request))) > 0;
          findings.failUnless(
              found == 1 || bytesParked,
              request.region(),
              request.dedupKey(),
              "was sent, and has %d payments, %d parked rows and %d redriven ones"
                  .formatted(payments.get(key), parked.get(key), redriven.get(key)));
        });
  }

  private static String key(SentRequest request) {
    return key(request.region(), request.dedupKey(), request.fingerprint());
  }

  /** Of a request that can't be parked by its bytes: a key that no row has. */
  private static String bytesKey(SentRequest request) {
    String key = request.bytesKey();
    return key(request.region(), key == null ? "" : key, null);
  }

  private static String dedupKey(Row.Payment payment) {
    return DedupKeys.of(
        Kind.PAYMENT_REQUESTED, new BusinessKey(payment.businessKey()), payment.requestKey());
  }

  private static String key(String region, String dedupKey, @Nullable String fingerprint) {
    return region + ' ' + (fingerprint == null ? "" : fingerprint) + ' ' + dedupKey;
  }

  /** A list may name a request with its fingerprint or without; a row may have none itself. */
  private static void count(
      KeyIndex keys, Column column, String region, String dedupKey, String fingerprint) {
    String bare = key(region, dedupKey, null);
    for (String key : new LinkedHashSet<>(List.of(key(region, dedupKey, fingerprint), bare))) {
      int number = keys.find(key);
      if (number != KeyIndex.NONE) {
        column.add(number, 1);
      }
    }
  }
}
