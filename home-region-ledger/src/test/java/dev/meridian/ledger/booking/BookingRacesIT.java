package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Message;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several instances at once over few accounts: locks in one order, no deadlock, sums that hold. */
final class BookingRacesIT {
  private static final int THREADS = 4;
  private static final int ACCOUNTS = 6;
  private static final int BATCH = 20;
  private static final int BATCHES = Rounds.of(12, 80);
  private static final long SEED = 20_261_129;

  private static TestHome eu;
  private static TestHome us;

  @BeforeAll
  static void homes() throws SQLException {
    eu = TestHome.fresh("eu");
    us = TestHome.fresh("us");
  }

  @Test
  void book_overlappingBatches_noDeadlockEachOnceSumsHold() throws Exception {
    List<String> accounts = new ArrayList<>();
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts.add(eu.account(100_000));
    }
    String elsewhere = us.account(0);
    List<List<Message>> batches = new ArrayList<>();
    Random random = new Random(SEED);
    int payments = BATCHES * BATCH / 2; // each comes about twice
    for (int b = 0; b < BATCHES; b++) {
      List<Message> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        batch.add(command(random.nextInt(payments), accounts, elsewhere));
      }
      Collections.shuffle(batch, random);
      batches.add(batch);
    }

    race(batches);

    assertThat(eu.broken()).isEmpty();
    assertThat(eu.number("select count(*) from booking_outcome where kind = 'PaymentRequested'"))
        .isEqualTo(
            batches.stream()
                .flatMap(List::stream)
                .filter(m -> m.body() instanceof dev.meridian.messages.Body.Pay)
                .map(m -> m.envelope().businessKey())
                .distinct()
                .count());
    assertThat(eu.number("select sum(balance_minor) from account")).isZero();
    assertThat(eu.clearing("us"))
        .isEqualTo(
            eu.number(
                    "select coalesce(sum(amount_minor), 0) from payment_leg where state = 'DEBITED'")
                - eu.number(
                    "select coalesce(sum(amount_minor), 0) from leg_outcome where status = 'BOOKED'"));
  }

  /** The same number makes the same command: a payment, or a credit from elsewhere. */
  private static Message command(int number, List<String> accounts, String elsewhere) {
    String payer = accounts.get(number % ACCOUNTS);
    String payee = accounts.get((number / ACCOUNTS + number + 1) % ACCOUNTS);
    String id = "race-" + number;
    if (number % 5 == 0) {
      return Commands.creditLeg(id, CreditPurpose.PAYMENT, payer, "us", 7);
    }
    String to = number % 7 == 0 || payee.equals(payer) ? elsewhere : payee;
    return PayCommand.of(id, intent(id, payer, to, 1 + number % 50)).message();
  }

  private static void race(List<List<Message>> batches) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier together = new CyclicBarrier(THREADS);
    List<Future<?>> runs = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      int first = t;
      runs.add(
          threads.submit(
              () -> {
                together.await();
                for (int b = first; b < batches.size() + first; b++) {
                  List<Message> batch = batches.get(b % batches.size());
                  eu.unitOfWork().inTransaction(c -> eu.booking().book(c, batch));
                }
                return null;
              }));
    }
    for (Future<?> run : runs) {
      run.get(5, TimeUnit.MINUTES); // a deadlock, or a unique key broken, would come out here
    }
    threads.shutdown();
  }
}
