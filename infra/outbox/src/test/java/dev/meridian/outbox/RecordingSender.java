package dev.meridian.outbox;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A broker in memory: keeps what it was given, and answers as it is told. Thread-safe. */
final class RecordingSender implements RecordSender {
  private final List<OutboxRecord> attempts = new CopyOnWriteArrayList<>();
  private final List<OutboxRecord> stored = new CopyOnWriteArrayList<>();
  private volatile Function<OutboxRecord, CompletableFuture<Void>> answer =
      record -> CompletableFuture.completedFuture(null);

  /** How records are answered from now on. */
  RecordingSender answering(Function<OutboxRecord, CompletableFuture<Void>> how) {
    answer = how;
    return this;
  }

  static CompletableFuture<Void> broken() {
    return CompletableFuture.failedFuture(new IllegalStateException("the broker is away"));
  }

  @Override
  public CompletableFuture<Void> send(OutboxRecord record) {
    attempts.add(record);
    return answer.apply(record).thenRun(() -> stored.add(record));
  }

  /** Message ids in the order of all attempts. */
  List<String> attempts() {
    return attempts.stream().map(OutboxRecord::messageId).toList();
  }

  /** Message ids in the order of their acknowledgement. */
  List<String> stored() {
    return stored.stream().map(OutboxRecord::messageId).toList();
  }

  List<OutboxRecord> records() {
    return List.copyOf(stored);
  }
}
