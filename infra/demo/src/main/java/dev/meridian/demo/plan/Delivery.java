package dev.meridian.demo.plan;

/**
 * One record to send.
 *
 * @param payment the intent it is about
 * @param role why it is sent
 * @param producedIn the region whose Kafka takes it
 * @param target the region in the topic's name
 * @param messageId names the message; a repeat has the first one's
 * @param requestKey names the try
 * @param attempt 1, or more for a resend
 * @param amountMinor the payment's, but for a conflict
 */
public record Delivery(
    PlannedPayment payment,
    Role role,
    String producedIn,
    String target,
    String messageId,
    String requestKey,
    int attempt,
    long amountMinor) {}
