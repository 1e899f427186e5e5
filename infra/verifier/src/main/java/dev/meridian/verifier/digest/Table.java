package dev.meridian.verifier.digest;

import java.util.List;

/**
 * A kind of rows in a digest. Immutable.
 *
 * @param name its name in the file
 * @param type its rows
 */
public record Table<R extends Row>(String name, Class<R> type) {
  public static final Table<Row.Payment> PAYMENT = new Table<>("payment", Row.Payment.class);
  public static final Table<Row.History> HISTORY = new Table<>("history", Row.History.class);
  public static final Table<Row.Parked> PARKED = new Table<>("parked", Row.Parked.class);
  public static final Table<Row.DedupGap> DEDUP_GAP = new Table<>("dedup_gap", Row.DedupGap.class);
  public static final Table<Row.DedupCount> DEDUP_COUNT =
      new Table<>("dedup_count", Row.DedupCount.class);
  public static final Table<Row.Outcome> OUTCOME = new Table<>("outcome", Row.Outcome.class);
  public static final Table<Row.Asker> ASKER = new Table<>("asker", Row.Asker.class);
  public static final Table<Row.Entry> ENTRY = new Table<>("entry", Row.Entry.class);
  public static final Table<Row.Account> ACCOUNT = new Table<>("account", Row.Account.class);
  public static final Table<Row.PaymentLeg> PAYMENT_LEG =
      new Table<>("payment_leg", Row.PaymentLeg.class);
  public static final Table<Row.LegOutcome> LEG_OUTCOME =
      new Table<>("leg_outcome", Row.LegOutcome.class);
  public static final Table<Row.Reversal> REVERSAL = new Table<>("reversal", Row.Reversal.class);
  public static final Table<Row.ReversalAsker> REVERSAL_ASKER =
      new Table<>("reversal_asker", Row.ReversalAsker.class);
  public static final Table<Row.ReversalAnswer> REVERSAL_ANSWER =
      new Table<>("reversal_answer", Row.ReversalAnswer.class);
  public static final Table<Row.Capture> CAPTURE = new Table<>("capture", Row.Capture.class);
  public static final Table<Row.OpenMessage> OPEN_MESSAGE =
      new Table<>("open_message", Row.OpenMessage.class);
  public static final Table<Row.Unsent> UNSENT = new Table<>("unsent", Row.Unsent.class);
  public static final Table<Row.Delivery> DELIVERY = new Table<>("delivery", Row.Delivery.class);
  public static final Table<Row.Position> POSITION = new Table<>("position", Row.Position.class);
  public static final Table<Row.Offsets> OFFSETS = new Table<>("offsets", Row.Offsets.class);
  public static final Table<Row.Lease> LEASE = new Table<>("lease", Row.Lease.class);
  public static final Table<Row.Block> BLOCK = new Table<>("block", Row.Block.class);

  /** Every table that this version writes. */
  public static final List<Table<?>> ALL =
      List.of(
          PAYMENT,
          HISTORY,
          PARKED,
          DEDUP_GAP,
          DEDUP_COUNT,
          OUTCOME,
          ASKER,
          ENTRY,
          ACCOUNT,
          PAYMENT_LEG,
          LEG_OUTCOME,
          REVERSAL,
          REVERSAL_ASKER,
          REVERSAL_ANSWER,
          CAPTURE,
          OPEN_MESSAGE,
          UNSENT,
          DELIVERY,
          POSITION,
          OFFSETS,
          LEASE,
          BLOCK);
}
