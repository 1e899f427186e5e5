package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.inbox.JdbcUnitOfWork;
import dev.meridian.inbox.Parked;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.Redrive;
import dev.meridian.inbox.Redriven;
import dev.meridian.inbox.Redriven.Result;
import dev.meridian.messages.Body;
import dev.meridian.messages.Topics;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.ResendSchedule;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Parked messages put back on the live path. */
@DisplayName("Traps 16 and 'a parked key can be redriven'")
class RedriveIT {
  private final Workbench bench = Workbench.fresh();
  private final ParkedMessages parkedMessages =
      new ParkedMessages(new Outbox(ResendSchedule.DEFAULT), Topics.PAYMENTS_DLQ);
  private final Redrive redrive =
      new Redrive(
          new JdbcUnitOfWork(bench.database),
          parkedMessages,
          new PutBack(bench.intake, bench.results, "eu"));

  /** As a version would park it that has a fault which this one hasn't. */
  private String parkedByAFault(Incoming incoming) throws Exception {
    Parked parked =
        Parked.undecodable(
            ConsumerContext.GROUP,
            "UNDECIDABLE",
            "a fault",
            incoming.topic(),
            incoming.partition(),
            incoming.offset(),
            incoming.key(),
            incoming.headers(),
            incoming.payload());
    new JdbcUnitOfWork(bench.database).inTransaction(c -> parkedMessages.park(c, List.of(parked)));
    return parked.id();
  }

  @Test
  void redrive_theSameTwice_actsOnce() throws Exception {
    Workbench.Request request = bench.request();
    String id = parkedByAFault(bench.incoming(request));

    Redriven first = redrive.redrive(id);
    Redriven second = redrive.redrive(id);

    assertThat(first.result()).isEqualTo(Result.APPLIED);
    assertThat(second.result()).isEqualTo(Result.CLOSED_BEFORE);
    assertThat(bench.payment(request)).containsEntry("state", "ROUTED");
    assertThat(bench.number("select count(*) from open_message")).isEqualTo(1);
    assertThat(bench.number("select count(*) from parked_message where closed_at is null"))
        .isZero();
    assertThat(bench.number("select count(*) from consumed_position"))
        .as("Kafka delivered nothing")
        .isZero();
    assertThat(bench.counts("redrive")).isEqualTo(Map.of("applied//", 1L));
  }

  @Test
  void redrive_theSameByEightAtOnce_actsOnce() throws Exception {
    Workbench.Request request = bench.request();
    String id = parkedByAFault(bench.incoming(request));
    int threads = 8;
    CyclicBarrier together = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Callable<Redriven>> calls = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      calls.add(
          () -> {
            together.await();
            return redrive.redrive(id);
          });
    }

    List<Result> results = new ArrayList<>();
    for (Future<Redriven> each : pool.invokeAll(calls)) {
      results.add(each.get().result());
    }
    pool.shutdown();

    assertThat(results)
        .containsOnlyOnce(Result.APPLIED)
        .isSubsetOf(Result.APPLIED, Result.DUPLICATE, Result.CLOSED_BEFORE);
    assertThat(bench.number("select count(*) from payment")).isEqualTo(1);
    assertThat(bench.number("select count(*) from open_message")).isEqualTo(1);
  }

  @Test
  void redrive_whatCameAgainMeanwhile_isADuplicateAndClosed() throws Exception {
    Workbench.Request request = bench.request();
    String id = parkedByAFault(bench.incoming(request));
    bench.take(bench.incoming(request));

    assertThat(redrive.redrive(id).result()).isEqualTo(Result.DUPLICATE);

    assertThat(bench.number("select count(*) from parked_message where closed_at is null"))
        .isZero();
  }

  @Test
  void redrive_stillFailingThreeTimes_keepsWhereItWasFirstAndCounts() throws Exception {
    Workbench.Request request = bench.request();
    bench.take(bench.incoming(request));
    Incoming conflict = bench.incoming(request.withAmount(7));
    bench.take(conflict);
    String id = bench.row("select id from parked_message").values().iterator().next();

    for (int i = 0; i < 3; i++) {
      assertThat(redrive.redrive(id).result()).isEqualTo(Result.PARKED_AGAIN);
    }

    assertThat(bench.row("select * from parked_message"))
        .containsEntry("count", "4")
        .containsEntry("topic", conflict.topic())
        .containsEntry("partition", Integer.toString(conflict.partition()))
        .containsEntry("record_offset", Long.toString(conflict.offset()))
        .containsEntry("closed_at", null);
    List<Map<String, String>> copies =
        bench.rows(
            "select encode(headers, 'escape') as headers from outbox where topic = 'payments-dlq' order by seq");
    assertThat(copies).hasSize(4);
    assertThat(copies.get(3).get("headers"))
        .contains("dlq_retrycount", "dlq_topic", "payments.eu", "ce_id", request.messageId());
    assertThat(bench.number("select count(*) from payment")).isEqualTo(1);
  }

  @Test
  void redrive_anAnswer_movesItsPayment() throws Exception {
    Workbench.Request request = bench.request();
    bench.take(bench.incoming(request));
    String payment = bench.paymentId(request);
    String id =
        parkedByAFault(
            bench.incoming(request, "res-1", new Body.Settled(payment, 1, request.intent())));

    assertThat(redrive.redrive(id).result()).isEqualTo(Result.APPLIED);

    assertThat(bench.payment(request)).containsEntry("state", "SETTLED");
  }

  @Test
  void redrive_byFilterAndPage_takesWhatItMatchesAndNoMore() throws Exception {
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      faults.add(parkedByAFault(bench.incoming(bench.request())));
    }
    bench.take(bench.incoming(bench.request(), "{"));
    ParkedMessages.Filter faulty =
        new ParkedMessages.Filter(null, "UNDECIDABLE", null, null, null, false, null);
    ParkedMessages.Filter later =
        new ParkedMessages.Filter(
            null, null, null, Instant.now().plusSeconds(60), null, false, null);

    assertThat(redrive.redrive(later, 100)).isEmpty();
    List<Redriven> first = redrive.redrive(faulty, 3);
    List<Redriven> rest = redrive.redrive(faulty, 3);

    assertThat(first).hasSize(3);
    assertThat(rest).hasSize(2);
    assertThat(faults)
        .containsAll(first.stream().map(Redriven::id).toList())
        .containsAll(rest.stream().map(Redriven::id).toList());
    assertThat(redrive.redrive(ParkedMessages.Filter.OPEN, 100))
        .singleElement()
        .satisfies(one -> assertThat(one.detail()).startsWith("BROKEN_JSON"))
        .extracting(Redriven::result)
        .isEqualTo(Result.PARKED_AGAIN);
  }

  @Test
  void redrive_unknownId_saysSo() {
    assertThat(redrive.redrive("prk-nobody").result()).isEqualTo(Result.UNKNOWN);
  }

  @Test
  void redrive_databaseFails_saysThatNothingIsDecided() throws Exception {
    String id = parkedByAFault(bench.incoming(bench.request()));
    Redrive failing =
        new Redrive(
            new JdbcUnitOfWork(bench.database),
            parkedMessages,
            (connection, message) -> {
              throw new SQLException("gone", "08006");
            });

    assertThat(failing.redrive(id).result()).isEqualTo(Result.FAILED);

    assertThat(redrive.redrive(id).result()).isEqualTo(Result.APPLIED);
  }
}
