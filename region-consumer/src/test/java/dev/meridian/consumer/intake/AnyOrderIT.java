package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.intake.Workbench.Request;
import dev.meridian.messages.Body;
import dev.meridian.messages.Intent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Request, other try, answer, a stale copy of each and a contradicting answer, shuffled, cut into
 * batches and delivered by four threads: every payment ends where one of its answers puts it, by a
 * path of the table.
 */
class AnyOrderIT {
  private static final boolean LONG = "long".equals(System.getProperty("meridian.test.rounds"));
  private static final int ROUNDS = LONG ? 20 : 3;
  private static final int PAYMENTS = 24;
  private static final int THREADS = 4;

  private final Workbench bench = Workbench.fresh();
  private long delivered;

  @Test
  void apply_anyOrderByFourThreads_endsInAStateThatAnAnswerGives() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      deliver(random, deliveries(random));
    }

    assertThat(bench.number("select count(*) from payment where state = 'ROUTED'"))
        .as("seed %d", seed)
        .isZero();
    assertThat(bench.number("select count(*) from open_message")).as("seed %d", seed).isZero();
    assertThat(
            bench.number(
                "select count(*) from payment p where version <> (select count(*) from payment_history h where h.payment_id = p.id)"))
        .as("seed %d: a version without its history row", seed)
        .isZero();
    assertThat(
            bench.rows(
                "select distinct coalesce(from_state, '') || '>' || to_state as move from payment_history"))
        .as("seed %d", seed)
        .extracting(row -> row.get("move"))
        .isSubsetOf(">ROUTED", ">DUPLICATE_OF", "ROUTED>SETTLED", "ROUTED>REJECTED");
    assertThat(
            bench.number(
                "select count(*) from payment d join payment w on w.id = d.duplicate_of where d.winner_state is distinct from w.state"))
        .as("seed %d: a duplicate that doesn't show its winner's outcome", seed)
        .isZero();
    assertThat(
            bench.number(
                "select count(*) from (select from payment where state in ('ROUTED', 'SETTLED') group by business_key having count(*) > 1) as twice"))
        .as("seed %d", seed)
        .isZero();
    long counted = bench.counts().values().stream().mapToLong(Long::longValue).sum();
    assertThat(counted).as("seed %d", seed).isEqualTo(delivered);
  }

  /** Requests go first once, since answers need the payment's id; then everything comes again. */
  private List<Incoming> deliveries(Random random) throws Exception {
    List<Request> requests = Stream.generate(bench::request).limit(PAYMENTS).toList();
    bench.requests().process(requests.stream().map(bench::incoming).toList());
    delivered += PAYMENTS;
    List<Incoming> all = new ArrayList<>();
    for (Request request : requests) {
      String id = bench.paymentId(request);
      Body.Result answer =
          random.nextBoolean()
              ? new Body.Settled(id, 1, request.intent())
              : new Body.Rejected(id, 1, request.intent(), "PAYEE_CLOSED");
      Body.Result contradiction = new Body.Rejected(id, 1, request.intent(), "OTHER");
      Incoming other = bench.incoming(request.withRequestKey("other-" + request.requestKey()));
      all.addAll(
          List.of(
              bench.incoming(request),
              other,
              other,
              bench.incoming(request, "res-a-" + id, answer),
              bench.incoming(request, "res-a-" + id, answer),
              bench.incoming(request, "res-b-" + id, contradiction)));
    }
    Collections.shuffle(all, random);
    return all;
  }

  private void deliver(Random random, List<Incoming> all) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (List<Incoming> batch : batches(random, all)) {
        delivered += batch.size();
        Callable<List<Report>> work =
            batch.get(0).topic().startsWith("payments")
                ? () -> bench.requests().process(batch)
                : () -> bench.answers().process(batch);
        ends.add(threads.submit(work));
      }
      for (Future<?> end : ends) {
        end.get();
      }
      afterwards();
    } finally {
      threads.shutdownNow();
    }
  }

  /** Other tries that came after a rejection were routed anew: their home answers too. */
  private void afterwards() throws Exception {
    for (Map<String, String> row :
        bench.rows(
            "select id, business_key, request_key, tenant, client_reference, payer, payee, amount_minor, currency from payment where state = 'ROUTED'")) {
      Request again =
          new Request(
              "again",
              text(row, "request_key"),
              new Intent(
                  text(row, "tenant"),
                  row.get("client_reference"),
                  text(row, "payer"),
                  text(row, "payee"),
                  Long.parseLong(text(row, "amount_minor")),
                  text(row, "currency")),
              "eu",
              1);
      bench.answer(
          bench.incoming(
              again,
              "res-c-" + row.get("id"),
              new Body.Settled(text(row, "id"), 1, again.intent())));
      delivered++;
    }
  }

  private static String text(Map<String, String> row, String column) {
    return Objects.requireNonNull(row.get(column));
  }

  private static List<List<Incoming>> batches(Random random, List<Incoming> all) {
    List<List<Incoming>> batches = new ArrayList<>();
    for (String topic : List.of("payments.eu", "ledger-results.eu")) {
      List<Incoming> ofTopic = all.stream().filter(i -> i.topic().equals(topic)).toList();
      int from = 0;
      while (from < ofTopic.size()) {
        int to = Math.min(ofTopic.size(), from + 1 + random.nextInt(12));
        batches.add(ofTopic.subList(from, to));
        from = to;
      }
    }
    Collections.shuffle(batches, random);
    return batches;
  }
}
