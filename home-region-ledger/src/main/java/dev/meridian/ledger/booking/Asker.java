package dev.meridian.ledger.booking;

import dev.meridian.messages.BusinessKey;
import java.time.Instant;

/**
 * A further payment that asked for an intent under decision or decided: it hears the outcome as
 * DuplicateOf. A row of {@code outcome_asker}.
 *
 * @param outcomeRequestKey the request key of the outcome that this payment is told
 * @param requestKey the request key that it came with
 * @param answerId the id of the message that tells it, the same for each repeat
 */
record Asker(
    BusinessKey businessKey,
    String outcomeRequestKey,
    String paymentId,
    String requestKey,
    String messageId,
    String answerId,
    String originRegion,
    Instant occurredAt,
    Instant at) {}
