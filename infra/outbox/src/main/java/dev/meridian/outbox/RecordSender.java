package dev.meridian.outbox;

import java.util.concurrent.CompletableFuture;

/**
 * The way to the broker, as the relay sees it.
 *
 * <p>{@code send} doesn't block for long and never throws: the future ends when the broker has
 * stored the record durably, or fails. It fails with {@link RecordRefusedException} when it is this
 * record that can't be sent; every other failure is taken as trouble of the topic or the broker. A
 * failed record may have been stored all the same. The future must end within a bounded time, on
 * any thread. Thread-safe.
 */
public interface RecordSender {
  CompletableFuture<Void> send(OutboxRecord record);
}
