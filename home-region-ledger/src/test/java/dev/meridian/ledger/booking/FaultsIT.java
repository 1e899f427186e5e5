package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.inbox.JdbcUnitOfWork;
import dev.meridian.inbox.Transactions;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.FaultyDatabase.Fault;
import dev.meridian.ledger.booking.FaultyDatabase.Where;
import dev.meridian.ledger.booking.ReversalCommands.CancelCommand;
import dev.meridian.ledger.booking.ReversalCommands.RefundCommand;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.CancelRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Body.Result;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.outbox.Backoff;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Serialization failures, deadlocks, lock time-outs and lost connections, at each place of a
 * transaction: they change how long it takes, and nothing else.
 */
final class FaultsIT {
  private static final List<String> STATES = List.of("40001", "40P01", "55P03", "08006");

  /** Each state and each place; in the long run each at each. */
  private static final List<Fault> FAULTS = faults();

  private static final Backoff SOON = new Backoff(Duration.ofMillis(1), Duration.ofMillis(5));

  private static TestHome eu;
  private static TestHome us;
  private static Map<TestHome, FaultyDatabase> faulty;
  private static Map<TestHome, Transactions> transactions;
  private static int references;

  private static List<Fault> faults() {
    List<Fault> faults = new ArrayList<>();
    for (Where where : Where.values()) {
      for (String state : STATES) {
        faults.add(new Fault(state, where));
      }
    }
    List<Fault> few =
        List.of(
            new Fault("40001", Where.FIRST_STATEMENT),
            new Fault("40P01", Where.ENTRIES),
            new Fault("55P03", Where.BALANCES),
            new Fault("08006", Where.OUTBOX),
            new Fault("40001", Where.COMMIT),
            new Fault("08006", Where.COMMIT),
            new Fault("08006", Where.AFTER_COMMIT));
    return Rounds.of(0, 1) == 1 ? faults : few;
  }

  @BeforeAll
  static void homes() throws SQLException {
    eu = TestHome.fresh("eu");
    us = TestHome.fresh("us");
    faulty = Map.of(eu, new FaultyDatabase(eu.database()), us, new FaultyDatabase(us.database()));
    transactions = Map.of(eu, transactions(faulty(eu)), us, transactions(faulty(us)));
  }

  private static FaultyDatabase faulty(TestHome home) {
    return Objects.requireNonNull(faulty.get(home));
  }

  private static Transactions transactions(FaultyDatabase database) {
    return new Transactions(
        new JdbcUnitOfWork(database.dataSource()),
        SOON,
        InstantSource.system(),
        new Random(1),
        Transactions.Listener.NONE);
  }

  @AfterEach
  void invariantsHold() throws SQLException {
    for (TestHome home : List.of(eu, us)) {
      assertThat(home.broken()).isEmpty();
      assertThat(ReversalChecks.broken(home)).isEmpty();
    }
    assertThat(eu.clearing("us")).isEqualTo(-us.clearing("eu"));
  }

  /** A payment to another home, a refund of a part of it, and a cancel that comes too late. */
  @Test
  void book_eachFaultAtEachPlaceOfEachStep_endsAsWithoutFaults() throws Exception {
    for (Fault fault : FAULTS) {
      String payer = eu.account(1_000);
      String payee = us.account(0);
      String id = "pay-" + ++references;
      Intent intent = intent("order-" + references, payer, payee, 300);
      List<Body> said = new ArrayList<>();
      said.addAll(run(fault, PayCommand.of(id, intent).message()));
      said.addAll(run(fault, RefundCommand.of("ref-" + id, id, intent, 100).message()));
      said.addAll(run(fault, CancelCommand.of("can-" + id, id, intent).message()));

      assertThat(said)
          .as("%s", fault)
          .containsExactly(
              new Settled(id, 1, intent),
              new Refunded(id, 2, intent, "ref-" + id, 100, null),
              new CancelRefused(id, 2, intent, "can-" + id, "TOO_LATE"));
      assertThat(eu.balance(payer)).as("%s", fault).isEqualTo(800);
      assertThat(us.balance(payee)).as("%s", fault).isEqualTo(200);
    }
  }

  /** Books the command and everything that follows from it; each transaction fails first. */
  private static List<Body> run(Fault fault, Message command) throws Exception {
    List<Body> said = new ArrayList<>();
    book(eu, fault, command);
    List<TestHome.Sent> sent = eu.take();
    while (!sent.isEmpty()) {
      List<TestHome.Sent> next = new ArrayList<>();
      for (TestHome.Sent each : sent) {
        if (each.body() instanceof Result result) {
          if (said.isEmpty() || !said.get(said.size() - 1).equals(result)) {
            said.add(result); // an answer that is said again is the same
          }
        } else {
          TestHome to = each.topic().equals("ledger-commands.us") ? us : eu;
          book(to, fault, each.message());
          next.addAll(to.take());
        }
      }
      sent = next;
    }
    return said;
  }

  private static void book(TestHome home, Fault fault, Message command) throws Exception {
    faulty(home).fail(fault, Rounds.of(1, 3));
    List<Message> batch = List.of(command);
    Objects.requireNonNull(transactions.get(home))
        .run(connection -> home.booking().book(connection, batch));
    faulty(home).fail(fault, 0);
  }

  @Test
  void book_faultThatStays_decidesNothingUntilItIsGone() throws Exception {
    String payer = eu.account(1_000);
    String id = "pay-" + ++references;
    Intent intent = intent("order-" + references, payer, eu.account(0), 300);
    List<Message> batch = List.of(PayCommand.of(id, intent).message());
    ExecutorService thread = Executors.newSingleThreadExecutor();
    FaultyDatabase database = new FaultyDatabase(eu.database());
    Transactions again = transactions(database);
    try {
      database.fail(new Fault("40001", Where.COMMIT), Integer.MAX_VALUE);
      Future<List<Disposition>> booking =
          thread.submit(() -> again.run(c -> eu.booking().book(c, batch)));
      Awaitility.await().until(() -> database.hits() > 10);

      assertThat(eu.take()).as("no answer, and no refusal").isEmpty();
      assertThat(eu.balance(payer)).isEqualTo(1_000);
      assertThat(again.failing()).as("readiness hears of it").isPresent();

      database.fail(new Fault("40001", Where.COMMIT), 0);
      assertThat(booking.get(1, TimeUnit.MINUTES)).hasSize(1);
      assertThat(eu.takeBodies()).containsExactly(new Settled(id, 1, intent));
    } finally {
      again.close();
      thread.shutdownNow();
    }
  }
}
