package dev.meridian.ledger.booking;

import dev.meridian.messages.Message;
import org.jspecify.annotations.Nullable;

/**
 * A message that leaves with the batch.
 *
 * @param awaited the answer that keeps it open, or null
 */
record Outgoing(String topic, Message message, @Nullable Awaited awaited) {

  /**
   * @param answerKey what the answer names
   * @param home the region asked
   */
  record Awaited(String answerKey, String home) {}
}
