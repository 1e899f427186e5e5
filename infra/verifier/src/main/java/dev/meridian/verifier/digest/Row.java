package dev.meridian.verifier.digest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One fact of a region. The components' names are the names in the digest file and the column names
 * of the queries that make it; amounts are in minor units. Immutable.
 */
public sealed interface Row {

  /** A payment as its origin's region-consumer keeps it. */
  record Payment(
      String id,
      String businessKey,
      String requestKey,
      String fingerprint,
      int fingerprintVersion,
      String state,
      @Nullable String duplicateOf,
      long amountMinor,
      String currency,
      String originRegion,
      String homeRegion,
      Instant createdAt,
      Instant updatedAt)
      implements Row {}

  /**
   * A payment's way through the states; the payment's own state and version are null if the payment
   * is gone and its history is left.
   */
  record History(
      String paymentId,
      @Nullable String state,
      @Nullable Integer version,
      @Nullable Long amountMinor,
      @Nullable Long refundedMinor,
      List<Step> steps)
      implements Row {}

  /** One move of a payment; no from-state for the first. */
  record Step(int version, @Nullable String from, String to, String cause) {}

  /** A message that was laid aside. */
  record Parked(
      String database,
      String consumerGroup,
      String dedupKey,
      String fingerprint,
      String reason,
      String topic,
      long count,
      @Nullable Instant closedAt)
      implements Row {}

  /** A key that only one of warm tier and payments knows. */
  record DedupGap(String key, Side side, Instant since) implements Row {}

  /** Which side of a {@link DedupGap} is there. */
  enum Side {
    WARM_WITHOUT_PAYMENT,
    PAYMENT_WITHOUT_WARM,
    HOT_WITHOUT_PAYMENT,
    HOT_UNREADABLE
  }

  /** How many rows were compared inside the region. */
  record DedupCount(long warmRows, long payments) implements Row {}

  /** What a home decided on an intent's request. */
  record Outcome(
      String kind,
      String businessKey,
      String requestKey,
      String fingerprint,
      int fingerprintVersion,
      String outcome,
      @Nullable String entryId,
      String paymentId,
      String originRegion,
      Instant at)
      implements Row {}

  /** A further payment that asked for an intent's outcome. */
  record Asker(
      String kind,
      String businessKey,
      String requestKey,
      String paymentId,
      String originRegion,
      Instant at)
      implements Row {}

  /**
   * A journal entry with its postings added up; kind is null where postings have no entry.
   *
   * @param postings how many it has
   * @param imbalanceMinor the sum of the absolute sums per currency: 0 if it is balanced
   * @param amountMinor the sum of what it credits
   * @param currency the only currency, or several joined by a plus sign
   */
  record Entry(
      String id,
      @Nullable String kind,
      @Nullable String businessKey,
      @Nullable String paymentId,
      @Nullable String legId,
      @Nullable Instant at,
      long postings,
      long imbalanceMinor,
      long amountMinor,
      String currency)
      implements Row {}

  /** An account with the sum of its postings; kind is null where postings have no account. */
  record Account(
      String id,
      @Nullable String kind,
      String currency,
      @Nullable Long balanceMinor,
      long postingsMinor)
      implements Row {}

  /** The payer's home's side of a payment whose payee lives elsewhere. */
  record PaymentLeg(
      String legId,
      String paymentId,
      String counterHome,
      String state,
      long amountMinor,
      String currency,
      Instant createdAt,
      @Nullable Instant settledAt)
      implements Row {}

  /** The other side of it, or of a reversal's leg: purpose DEBIT takes from the payee. */
  record LegOutcome(
      String legId,
      String counterHome,
      String purpose,
      String status,
      @Nullable String entryId,
      long amountMinor,
      String currency,
      Instant at)
      implements Row {}

  /**
   * A refund or cancel as the payer's home decided it.
   *
   * @param legId the debit at the payee's home; null if that is the same
   * @param amountMinor what it moves; null if nothing
   * @param refundedMinor how much of the payment had gone back with it
   */
  record Reversal(
      String kind,
      String businessKey,
      String requestKey,
      String reversalId,
      String paymentBusinessKey,
      @Nullable String paymentRequestKey,
      String state,
      @Nullable String entryId,
      @Nullable String legId,
      @Nullable String counterHome,
      @Nullable Long amountMinor,
      @Nullable String currency,
      long refundedMinor,
      String originRegion,
      Instant at,
      @Nullable Instant decidedAt)
      implements Row {}

  /**
   * A further request that asked for a refund or cancel.
   *
   * @param requestKey of the outcome that it hears
   */
  record ReversalAsker(
      String kind,
      String businessKey,
      String requestKey,
      String askerRequestKey,
      String reversalId,
      String originRegion,
      Instant at)
      implements Row {}

  /** What a region's consumer keeps of the home's answer to a refund or cancel. */
  record ReversalAnswer(
      String kind,
      String businessKey,
      String requestKey,
      String reversalId,
      String state,
      @Nullable String reason,
      long refundedMinor,
      Instant createdAt)
      implements Row {}

  /** How much of a settled payment went back, or is held back to go. */
  record Capture(
      String businessKey,
      String requestKey,
      @Nullable String paymentId,
      @Nullable Long paidMinor,
      long capturedMinor,
      long refundedMinor,
      String state)
      implements Row {}

  /** A command or leg that awaits its answer. */
  record OpenMessage(
      String database, String messageId, String answerKey, String home, int attempt, Instant since)
      implements Row {}

  /** An outbox row that Kafka hasn't acknowledged. */
  record Unsent(String database, long seq, String topic, String messageId, Instant since)
      implements Row {}

  /** How many records of a partition ended how. */
  record Delivery(
      String consumerGroup,
      String topic,
      int partition,
      String outcome,
      String tier,
      String cause,
      long n)
      implements Row {}

  /** How far a database's effects reach. */
  record Position(
      String consumerGroup, String topic, int partition, String topicId, long nextOffset)
      implements Row {}

  /** What the region's Kafka says about a partition that a group consumes. */
  record Offsets(
      String consumerGroup,
      String topic,
      int partition,
      String topicId,
      @Nullable Long committed,
      long beginning,
      long end)
      implements Row {}

  /**
   * A run of sequences that was given out.
   *
   * @param number which lease of its region and kind it was, from 1; 0 if a version without numbers
   *     leased it
   */
  record Lease(
      String database,
      String region,
      String kind,
      long number,
      int epoch,
      long first,
      long last,
      Instant at)
      implements Row {}

  /** Where the next lease begins. */
  record Block(String database, String region, String kind, int epoch, long nextSequence)
      implements Row {}
}
