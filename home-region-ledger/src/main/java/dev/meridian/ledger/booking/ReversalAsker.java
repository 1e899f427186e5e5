package dev.meridian.ledger.booking;

import java.time.Instant;

/**
 * A further request for a refund or cancel that was decided, or is about to be, under another
 * handle: it hears the same outcome. A row of {@code reversal_asker}.
 *
 * @param outcomeRequestKey the request key of the outcome that it is told
 */
record ReversalAsker(ReversalRequest request, String outcomeRequestKey, Instant at) {}
