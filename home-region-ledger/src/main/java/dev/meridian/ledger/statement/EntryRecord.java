package dev.meridian.ledger.statement;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry with its cause.
 *
 * @param businessKey the intent that it serves
 * @param cause the message, or the request's reference, that made it
 * @param at when it was decided
 * @param request the request whose outcome it belongs to; null if it has none here, such as a leg's
 *     credit
 * @param postings in the order of their lines
 */
public record EntryRecord(
    String id,
    String kind,
    String businessKey,
    @Nullable String paymentId,
    @Nullable String legId,
    String cause,
    Instant at,
    @Nullable Request request,
    List<PostingLine> postings) {

  /** What a client asked for, and what became of it. */
  public record Request(
      String kind,
      String requestKey,
      String tenant,
      @Nullable String clientReference,
      String originRegion,
      String messageId,
      Instant occurredAt,
      String outcome,
      @Nullable String reason) {}
}
