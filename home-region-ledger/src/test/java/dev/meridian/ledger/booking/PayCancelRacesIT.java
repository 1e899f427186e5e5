package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.ReversalCommands.CancelCommand;
import dev.meridian.ledger.booking.ReversalCommands.RefundCommand;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.CancelRefused;
import dev.meridian.messages.Body.Cancelled;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Body.Result;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Pay, cancel and refund of one intent in transactions at the same moment, from one origin and from
 * two. What the ledger did and what it said must be one of the allowed ends.
 */
final class PayCancelRacesIT {
  private static final int ROUNDS = Rounds.of(24, 1_500);
  private static final long SEED = 20_261_130;

  private static TestHome eu;
  private static TestHome us;
  private static ExecutorService threads;
  private static int references;

  @BeforeAll
  static void homes() throws SQLException {
    eu = TestHome.fresh("eu");
    us = TestHome.fresh("us");
    threads = Executors.newFixedThreadPool(4);
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
  }

  @Test
  void payAndCancel_fromOneOriginOrTwo_endInAnAllowedState() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      boolean across = round % 2 == 0;
      Intent intent = wish(across);
      String id = "pay-" + references;
      String origin = random.nextBoolean() ? "eu" : "us";
      List<Message> commands = new ArrayList<>();
      commands.add(PayCommand.of(id, intent).message());
      commands.add(CancelCommand.of("can-" + id, id, intent).from(origin).message());
      if (round % 3 == 0) {
        commands.add(PayCommand.of(id + "-us", intent).from("us").message());
      }
      Collections.shuffle(commands, random);

      List<Body> said = race(commands);

      String where = "round %d of seed %d: %s".formatted(round, SEED, said);
      assertThat(said).as(where).allMatch(body -> body instanceof Result);
      // nobody spends the money and nothing was refunded: a cancel can't be too late
      assertThat(said).as(where).noneMatch(CancelRefused.class::isInstance);
      assertThat(said.stream().filter(b -> b instanceof Cancelled c && c.cancelId() != null))
          .as(where)
          .isNotEmpty();
      assertThat(eu.balance(intent.payer())).as(where).isEqualTo(1_000);
      assertThat(balance(intent.payee())).as(where).isZero();
    }
    holds();
  }

  @Test
  void cancelAndRefund_atOnce_oneOfThemOnly() throws Exception {
    int cancelled = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Intent intent = wish(round % 2 == 0);
      String id = "pay-" + references;
      run(List.of(PayCommand.of(id, intent).message()));
      List<Message> commands =
          List.of(
              CancelCommand.of("can-" + id, id, intent).message(),
              RefundCommand.of("ref-" + id, id, intent, 100).from("us").message(),
              CancelCommand.of("can-" + id + "-b", id, intent).from("us").message());

      List<Body> said = race(commands);

      String where = "round %d: %s".formatted(round, said);
      boolean wasCancelled = said.stream().anyMatch(Cancelled.class::isInstance);
      boolean wasRefunded = said.stream().anyMatch(Refunded.class::isInstance);
      assertThat(wasCancelled).as(where).isNotEqualTo(wasRefunded);
      assertThat(eu.balance(intent.payer())).as(where).isEqualTo(wasCancelled ? 1_000 : 800);
      assertThat(balance(intent.payee())).as(where).isEqualTo(wasCancelled ? 0 : 200);
      cancelled += wasCancelled ? 1 : 0;
    }
    assertThat(cancelled).as("how often the cancel won").isBetween(1, ROUNDS);
    holds();
  }

  /** Both see nothing, the first commits while the second waits for the intent's row. */
  @Test
  void cancel_waitingForThePaysLock_seesWhatItCommitted() throws Exception {
    Intent intent = wish(false);
    String id = "pay-" + references;
    Message pay = PayCommand.of(id, intent).message();
    Message cancel = CancelCommand.of("can-" + id, id, intent).message();
    Future<?> waiting;
    try (Connection first = eu.database().getConnection()) {
      first.setAutoCommit(false);
      eu.booking().book(first, List.of(pay));
      waiting =
          threads.submit(
              () -> eu.unitOfWork().inTransaction(c -> eu.booking().book(c, List.of(cancel))));
      Awaitility.await()
          .until(
              () ->
                  eu.number(
                          "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                              + " and datname = current_database()")
                      > 0);
      first.commit();
    }
    waiting.get(1, TimeUnit.MINUTES);

    assertThat(eu.takeBodies())
        .containsExactly(
            new Settled(id, 1, intent),
            new Cancelled(id, 2, intent, null),
            new Cancelled(id, 2, intent, "can-" + id));
    assertThat(eu.balance(intent.payer())).isEqualTo(1_000);
  }

  private static Intent wish(boolean across) throws SQLException {
    String payee = across ? us.account(0) : eu.account(0);
    return intent("race-" + ++references, eu.account(1_000), payee, 300);
  }

  private static long balance(String account) throws SQLException {
    return eu.balance(account) + us.balance(account);
  }

  private static List<Body> race(List<Message> commands) throws Exception {
    CyclicBarrier together = new CyclicBarrier(commands.size());
    List<Future<?>> runs = new ArrayList<>();
    for (Message command : commands) {
      runs.add(
          threads.submit(
              () -> {
                together.await();
                eu.unitOfWork().inTransaction(c -> eu.booking().book(c, List.of(command)));
                return null;
              }));
    }
    for (Future<?> run : runs) {
      run.get(1, TimeUnit.MINUTES);
    }
    return carryAll();
  }

  private static void run(List<Message> commands) throws SQLException {
    eu.book(commands);
    carryAll();
  }

  /** Legs and their answers go to and fro until nothing is on its way. */
  private static List<Body> carryAll() throws SQLException {
    List<Body> said = new ArrayList<>();
    List<TestHome.Sent> sent = eu.take();
    while (!sent.isEmpty()) {
      List<TestHome.Sent> next = new ArrayList<>();
      for (TestHome.Sent each : sent) {
        if (each.body() instanceof Result result) {
          said.add(result);
        } else {
          TestHome to = each.topic().equals("ledger-commands.us") ? us : eu;
          to.book(each.message());
          next.addAll(to.take());
        }
      }
      sent = next;
    }
    return said;
  }

  private static void holds() throws SQLException {
    for (TestHome home : List.of(eu, us)) {
      assertThat(home.broken()).isEmpty();
      assertThat(ReversalChecks.broken(home)).isEmpty();
      assertThat(home.number("select count(*) from open_message")).isZero();
    }
    assertThat(eu.clearing("us")).isEqualTo(-us.clearing("eu"));
  }
}
