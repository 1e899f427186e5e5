package dev.meridian.verifier.check;

import static dev.meridian.verifier.check.SmallSystem.ACROSS;
import static dev.meridian.verifier.check.SmallSystem.BEFORE;
import static dev.meridian.verifier.check.SmallSystem.LOCAL;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import org.jspecify.annotations.Nullable;

/**
 * The small system after a refund of 20 between both homes, and with its local payment cancelled.
 */
final class SmallReversals {
  static final String REFUND = "ref-eu-1";
  static final String CANCEL = "can-eu-1";

  private SmallReversals() {}

  static SmallSystem consistent() {
    SmallSystem system = SmallSystem.consistent();
    refundAcross(system);
    cancelLocal(system);
    balance(system, "eu", "acc-eu-alice", 770);
    balance(system, "eu", "acc-eu-bob", 0);
    balance(system, "eu", "clearing:us:EUR:03", 230);
    balance(system, "us", "clearing:eu:EUR:03", -230);
    balance(system, "us", "acc-us-carol", 230);
    return system;
  }

  private static void refundAcross(SmallSystem system) {
    system.add("eu", Table.REVERSAL, refund("BOOKED", "ent-refund", 20));
    system.add("eu", Table.REVERSAL_ANSWER, answer(REFUND, "REFUNDED", null, 20));
    system.add("eu", Table.REVERSAL_ASKER, asker());
    system.add("us", Table.REVERSAL_ANSWER, answer("ref-us-1", "REFUNDED", null, 20));
    system.add("eu", Table.CAPTURE, capture(ACROSS, 250, 20, "SETTLED"));
    system.add(
        "eu",
        Table.ENTRY,
        SmallSystem.entry("ent-refund", "REFUND", ACROSS, REFUND + "/debit", 20));
    system.add("us", Table.LEG_OUTCOME, debit(20));
    system.add(
        "us",
        Table.ENTRY,
        SmallSystem.entry("ent-debit", "DEBIT_LEG", ACROSS, REFUND + "/debit", 20));
  }

  private static void cancelLocal(SmallSystem system) {
    system.add("eu", Table.REVERSAL, cancel("BOOKED", "ent-reversal"));
    system.add("eu", Table.REVERSAL_ANSWER, answer(CANCEL, "CANCELLED", null, 0));
    system.add("eu", Table.CAPTURE, capture(LOCAL, 100, 100, "CANCELLED"));
    system.add("eu", Table.ENTRY, SmallSystem.entry("ent-reversal", "REVERSAL", LOCAL, "", 100));
    system.change(
        "eu",
        Table.OUTCOME,
        o -> o.paymentId().equals(LOCAL),
        o -> SmallSystem.outcome(LOCAL, "RETURNED"));
    system.change(
        "eu",
        Table.PAYMENT,
        p -> p.id().equals(LOCAL),
        p -> SmallSystem.payment(LOCAL, "CANCELLED", "", 100));
    system.change(
        "eu",
        Table.HISTORY,
        h -> h.paymentId().equals(LOCAL),
        h -> SmallSystem.history(LOCAL, "CANCELLED", "ROUTED", "SETTLED", "CANCELLED"));
  }

  static Row.Reversal refund(String state, @Nullable String entry, long minor) {
    return new Row.Reversal(
        "RefundRequested",
        "bk-" + REFUND,
        "rk-" + REFUND,
        REFUND,
        SmallSystem.businessKey(ACROSS),
        "rk-" + ACROSS,
        state,
        entry,
        REFUND + "/debit",
        "us",
        minor,
        "EUR",
        20,
        "eu",
        BEFORE,
        state.equals("RESERVED") ? null : BEFORE);
  }

  static Row.Reversal cancel(String state, @Nullable String entry) {
    return new Row.Reversal(
        "CancelRequested",
        SmallSystem.businessKey(LOCAL),
        "rk-" + CANCEL,
        CANCEL,
        SmallSystem.businessKey(LOCAL),
        "rk-" + LOCAL,
        state,
        entry,
        null,
        null,
        100L,
        "EUR",
        100,
        "eu",
        BEFORE,
        BEFORE);
  }

  static Row.ReversalAnswer answer(String id, String state, @Nullable String reason, long minor) {
    boolean cancel = id.equals(CANCEL);
    return new Row.ReversalAnswer(
        cancel ? "CancelRequested" : "RefundRequested",
        cancel ? SmallSystem.businessKey(LOCAL) : "bk-" + REFUND,
        "rk-" + id,
        id,
        state,
        reason,
        minor,
        BEFORE);
  }

  static Row.ReversalAsker asker() {
    return new Row.ReversalAsker(
        "RefundRequested", "bk-" + REFUND, "rk-" + REFUND, "rk-again", "ref-us-1", "us", BEFORE);
  }

  static Row.Capture capture(String payment, long paid, long refunded, String state) {
    return new Row.Capture(
        SmallSystem.businessKey(payment), "rk-" + payment, payment, paid, paid, refunded, state);
  }

  static Row.LegOutcome debit(long minor) {
    return new Row.LegOutcome(
        REFUND + "/debit", "eu", "DEBIT", "BOOKED", "ent-debit", minor, "EUR", BEFORE);
  }

  static void balance(SmallSystem system, String region, String account, long minor) {
    system.change(
        region,
        Table.ACCOUNT,
        a -> a.id().equals(account),
        a -> new Row.Account(a.id(), a.kind(), a.currency(), minor, minor));
  }
}
