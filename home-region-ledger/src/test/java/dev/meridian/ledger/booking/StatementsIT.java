package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.statement.BalanceAt;
import dev.meridian.ledger.statement.Entries;
import dev.meridian.ledger.statement.EntryRecord;
import dev.meridian.ledger.statement.PostingLine;
import dev.meridian.ledger.statement.Statement;
import dev.meridian.ledger.statement.Statements;
import dev.meridian.ledger.statement.TrialBalance;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Message;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reads while others book, and reads of the past. */
final class StatementsIT {
  private static final int WRITERS = 4;
  private static final int BATCHES = 20;
  private static final int PAGE = 7;

  private static TestHome eu;
  private static final Statements STATEMENTS = new Statements("eu");

  @BeforeAll
  static void home() throws SQLException {
    eu = TestHome.fresh("eu");
  }

  @Test
  void postings_pagedWhileEntriesArriveAndFail_skipAndRepeatNothing() throws Exception {
    String merchant = eu.account(0);
    List<String> payers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      payers.add(eu.account(1_000_000));
    }
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    List<Future<Integer>> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      String payer = payers.get(writer);
      Random random = new Random(writer);
      writers.add(threads.submit(() -> write(payer, merchant, random)));
    }

    List<PostingLine> seen = eu.unitOfWork().inTransaction(c -> readAll(c, merchant, writers));

    threads.shutdown();
    int written = 0;
    for (Future<Integer> writer : writers) {
      written += writer.get(1, TimeUnit.MINUTES);
    }
    assertThat(seen).hasSize(written);
    assertThat(seen)
        .extracting(PostingLine::number)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, written).boxed().toList());
    assertThat(seen).extracting(PostingLine::entryId).doesNotHaveDuplicates();
    assertThat(eu.broken()).isEmpty();
  }

  /** READ COMMITTED: each page sees what was committed until then. */
  private static List<PostingLine> readAll(
      Connection connection, String merchant, List<Future<Integer>> writers) throws SQLException {
    List<PostingLine> seen = new ArrayList<>();
    boolean writing = true;
    List<PostingLine> page = List.of();
    while (writing || !page.isEmpty()) {
      writing = !writers.stream().allMatch(Future::isDone);
      page = STATEMENTS.postings(connection, merchant, seen.size(), PAGE).orElseThrow();
      seen.addAll(page);
    }
    return seen;
  }

  /** Batches of payments to the merchant; each fourth is rolled back after all was written. */
  private static int write(String payer, String merchant, Random random) throws SQLException {
    int written = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      List<Message> commands = new ArrayList<>();
      int size = 1 + random.nextInt(10);
      for (int i = 0; i < size; i++) {
        String id = payer + "-" + batch + "-" + i;
        commands.add(
            Commands.PayCommand.of(id, Commands.intent(id, payer, merchant, 1 + i)).message());
      }
      if (random.nextInt(4) == 0) {
        rolledBack(commands);
      } else {
        eu.unitOfWork().inTransaction(c -> eu.booking().book(c, commands));
        written += size;
      }
    }
    return written;
  }

  private static void rolledBack(List<Message> commands) throws SQLException {
    try {
      eu.unitOfWork()
          .inTransaction(
              c -> {
                eu.booking().book(c, commands);
                throw new IllegalStateException("rolled back");
              });
    } catch (IllegalStateException meant) {
      assertThat(meant).hasMessage("rolled back");
    }
  }

  private static List<PostingLine> page(String account, long after) throws SQLException {
    return eu.unitOfWork()
        .inTransaction(c -> STATEMENTS.postings(c, account, after, PAGE))
        .orElseThrow();
  }

  @Test
  void balanceAt_anyTime_isTheSumOfWhatWasBookedUntilThen() throws SQLException {
    String account = eu.account(0);
    for (int i = 0; i < 37; i++) {
      eu.fund(account, "in-" + i, 1 + i);
    }
    List<PostingLine> all =
        eu.unitOfWork().inTransaction(c -> STATEMENTS.postings(c, account, 0, 500)).orElseThrow();

    List<Instant> times = new ArrayList<>();
    for (PostingLine line : all) {
      times.addAll(
          List.of(
              line.bookedAt().minusNanos(1_000),
              line.bookedAt(),
              line.bookedAt().plusNanos(1_000)));
    }

    List<BalanceAt> balances =
        eu.unitOfWork()
            .inTransaction(
                c -> {
                  List<BalanceAt> read = new ArrayList<>();
                  for (Instant time : times) {
                    read.add(STATEMENTS.balanceAt(c, account, time).orElseThrow());
                  }
                  return read;
                });

    assertThat(balances).isEqualTo(times.stream().map(time -> summed(account, all, time)).toList());
  }

  @Test
  void booked_byAClockThatGoesBack_neverFallsAlongTheNumbers() throws SQLException {
    String account = eu.account(5);
    eu.execute(
        "update account set booked_at = now() + interval '1 hour' where id = '" + account + "'");
    eu.fund(account, "later", 5);
    eu.fund(account, "latest", 5);

    List<PostingLine> lines = page(account, 0);

    assertThat(lines).hasSize(3).isSortedAccordingTo(Comparator.comparing(PostingLine::bookedAt));
    assertThat(lines.get(2).bookedAt()).isAfter(Instant.now().plusSeconds(1_800));
  }

  @Test
  void statement_ofTwoPeriodsThatMeet_closesWhereTheNextOpens() throws SQLException {
    String account = eu.account(0);
    for (int i = 0; i < 9; i++) {
      eu.fund(account, "in-" + i, 10);
    }
    Instant middle = page(account, 4).get(0).bookedAt();

    Statement first = statement(account, new Statement.Period(Instant.EPOCH, middle), 0);
    Statement second =
        statement(account, new Statement.Period(middle, Instant.parse("9999-01-01T00:00:00Z")), 0);

    assertThat(first.closing().balanceMinor()).isEqualTo(50);
    assertThat(second.opening()).isEqualTo(first.closing());
    assertThat(first.lines()).hasSize(3);
    assertThat(first.next()).isEqualTo(3);
    assertThat(statement(account, new Statement.Period(Instant.EPOCH, middle), 3))
        .satisfies(
            rest ->
                assertThat(rest.lines()).extracting(PostingLine::number).containsExactly(4L, 5L))
        .satisfies(rest -> assertThat(rest.next()).isNull());
    assertThat(second.lines()).extracting(PostingLine::number).containsExactly(6L, 7L, 8L);
    assertThat(second.closing().balanceMinor()).isEqualTo(90);
  }

  @Test
  void entry_ofAPaymentAndOfALeg_hasItsCauseAndRequest() throws SQLException {
    String payer = eu.account(100);
    String payee = eu.account(0);
    eu.book(
        Commands.PayCommand.of("explained", Commands.intent("explained", payer, payee, 7))
            .message(),
        Commands.creditLeg("explained-leg", CreditPurpose.PAYMENT, payee, "us", 3));

    List<PostingLine> lines = page(payee, 0);
    EntryRecord payment = entry(lines.get(0).entryId());
    EntryRecord leg = entry(lines.get(1).entryId());

    assertThat(payment.kind()).isEqualTo("PAY");
    assertThat(payment.request()).isNotNull();
    assertThat(payment.request().messageId()).isEqualTo(payment.cause());
    assertThat(payment.postings()).extracting(PostingLine::accountId).containsExactly(payer, payee);
    assertThat(leg.kind()).isEqualTo("CREDIT_LEG");
    assertThat(leg.request()).isNull();
    Optional<EntryRecord> none =
        eu.unitOfWork().inTransaction(c -> new Entries().find(c, "ent-eu-none"));
    assertThat(none).isEmpty();
  }

  @Test
  void trialBalance_severalCurrencies_eachSumsToZero() throws SQLException {
    eu.account("EUR", 10);
    eu.account("JPY", Long.MAX_VALUE);

    List<TrialBalance.Line> lines = eu.unitOfWork().inTransaction(new TrialBalance()::read);

    assertThat(lines).extracting(TrialBalance.Line::currency).contains("EUR", "JPY");
    for (String currency : List.of("EUR", "JPY")) {
      BigInteger sum =
          lines.stream()
              .filter(line -> line.currency().equals(currency))
              .map(line -> line.creditMinor().subtract(line.debitMinor()))
              .reduce(BigInteger.ZERO, BigInteger::add);
      assertThat(sum).isZero();
    }
  }

  private static BalanceAt summed(String account, List<PostingLine> all, Instant time) {
    List<PostingLine> until = all.stream().filter(l -> !l.bookedAt().isAfter(time)).toList();
    long sum = until.stream().mapToLong(PostingLine::amountMinor).sum();
    return new BalanceAt(account, "EUR", sum, until.size(), time);
  }

  private static Statement statement(String account, Statement.Period period, long after)
      throws SQLException {
    return eu.unitOfWork()
        .inTransaction(c -> STATEMENTS.statement(c, account, period, after, 3))
        .orElseThrow();
  }

  private static EntryRecord entry(String id) throws SQLException {
    return eu.unitOfWork().inTransaction(c -> new Entries().find(c, id)).orElseThrow();
  }
}
