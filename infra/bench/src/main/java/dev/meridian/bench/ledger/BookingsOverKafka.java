package dev.meridian.bench.ledger;

import dev.meridian.messages.Body;
import dev.meridian.messages.Message;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The packaged service from commands in Kafka to results in Kafka: how many a second in batches,
 * and with one transaction each (polls of one record); and how long a result takes at a fifth of
 * the highest rate.
 */
public final class BookingsOverKafka {
  private static final int WARM_UP = 20_000;
  private static final int MANY = 40_000;
  private static final int FEW = 3_000;
  private static final int PACED_SECONDS = 30;
  private static final int LEFT_OUT_SECONDS = 5;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final long NANOS = 1_000_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;

  private BookingsOverKafka() {}

  public static void main(String[] arguments) throws Exception {
    try (LedgerService service = new LedgerService()) {
      System.out.println(
          "commands in Kafka to results in Kafka; broker, database and service here");
      rate(service, WARM_UP);
      double batches = rate(service, MANY);
      System.out.printf("batches of at most 500: %,.0f/s%n", batches);
      latency(service, batches / 5);
      service.restart(Map.of("MP_MESSAGING_INCOMING_COMMANDS_MAX_POLL_RECORDS", "1"));
      rate(service, FEW / 3);
      double single = rate(service, FEW);
      System.out.printf(
          "one transaction per booking: %,.0f/s (batches are %.1f times that)%n",
          single, batches / single);
    }
  }

  /** From the first result to the last, all commands being there. */
  private static double rate(LedgerService service, int count) {
    List<Message> commands = service.traffic.payments(count, 0);
    commands.forEach(service::send);
    long[] seen = new long[3]; // results, when the first and the last one came
    long deadline = System.nanoTime() + SILENCE.toNanos();
    while (seen[0] < count) {
      service.results(POLL, id -> note(seen));
      if (seen[0] == 0 && System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("no result within " + SILENCE);
      }
      if (seen[0] > 0 && System.nanoTime() - seen[2] > SILENCE.toNanos()) {
        throw new IllegalStateException("%d of %d results, then silence".formatted(seen[0], count));
      }
    }
    return (seen[0] - 1) * (double) NANOS / (seen[2] - seen[1]);
  }

  private static void note(long[] seen) {
    long now = System.nanoTime();
    seen[1] = seen[0]++ == 0 ? now : seen[1];
    seen[2] = now;
  }

  /** Sent at an even pace by a thread of its own, whatever comes back. */
  private static void latency(LedgerService service, double perSecond) throws Exception {
    int count = (int) (perSecond * PACED_SECONDS);
    int leftOut = (int) (perSecond * LEFT_OUT_SECONDS);
    List<Message> commands = service.traffic.payments(count, 0);
    Map<String, Long> sentAt = new ConcurrentHashMap<>();
    Thread sender = new Thread(() -> send(service, commands, perSecond, sentAt), "sender");
    sender.start();
    Map<String, Long> took = new HashMap<>();
    long deadline = System.nanoTime() + (PACED_SECONDS * NANOS) + SILENCE.toNanos();
    while (took.size() < count && System.nanoTime() - deadline < 0) {
      service.results(
          POLL,
          id -> {
            Long sent = sentAt.get(id);
            if (sent != null) {
              took.putIfAbsent(id, System.nanoTime() - sent);
            }
          });
    }
    sender.join();
    long[] sorted =
        commands.stream()
            .skip(leftOut)
            .map(BookingsOverKafka::paymentId)
            .mapToLong(id -> took.getOrDefault(id, Long.MAX_VALUE))
            .sorted()
            .toArray();
    System.out.printf(
        "at %,.0f/s, %,d results: p50 %.1f ms, p95 %.1f ms, p99 %.1f ms, longest %.1f ms%n",
        perSecond,
        sorted.length,
        at(sorted, 0.5),
        at(sorted, 0.95),
        at(sorted, 0.99),
        at(sorted, 1));
  }

  private static void send(
      LedgerService service, List<Message> commands, double perSecond, Map<String, Long> sentAt) {
    long begin = System.nanoTime();
    for (int i = 0; i < commands.size(); i++) {
      long due = begin + (long) (i * NANOS / perSecond);
      while (System.nanoTime() - due < 0) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      // from when it was due: a sender that falls behind doesn't make it look faster
      sentAt.put(paymentId(commands.get(i)), due);
      service.send(commands.get(i));
    }
    service.flush();
  }

  private static String paymentId(Message command) {
    return ((Body.Pay) command.body()).paymentId();
  }

  private static double at(long[] sorted, double part) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (part * sorted.length))]
        / NANOS_PER_MILLI;
  }
}
