package dev.meridian.demo;

import dev.meridian.demo.load.AccountBook;
import dev.meridian.demo.load.AccountOpener;
import dev.meridian.demo.load.Generator;
import dev.meridian.demo.load.Producers;
import dev.meridian.demo.load.RequestRecords;
import dev.meridian.demo.load.SentJournal;
import dev.meridian.demo.plan.Delivery;
import dev.meridian.demo.plan.PaymentPlan;
import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.Left;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.messages.Topics;
import dev.meridian.verifier.check.Expectations;
import dev.meridian.verifier.check.Report;
import dev.meridian.verifier.check.Verifier;
import dev.meridian.verifier.collect.Collector;
import dev.meridian.verifier.digest.Digest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A plan's payments, a part after the other, for as long as something is done to the regions; then
 * the verifier's verdict over what was sent.
 */
final class SteadyLoad implements AutoCloseable {
  private static final int PART = 20;
  private static final Duration SETTLE_LIMIT = Duration.ofMinutes(3);

  private final DemoOptions options;
  private final Producers producers;
  private final Generator generator;
  private final SentJournal journal = new SentJournal();
  private final AtomicBoolean over = new AtomicBoolean();
  private final PaymentPlan plan;
  private final CompletableFuture<Void> sending;

  /** Opens the plan's accounts, and begins. */
  SteadyLoad(DemoOptions options, DemoStack regions) {
    this.options = options;
    this.plan = PaymentPlan.of(options.plan());
    AccountBook accounts =
        new AccountBook(
            regions.registry(), new AccountOpener().open(plan.accounts(), regions.ledgers()));
    this.producers = new Producers(regions.addresses());
    this.generator = new Generator(producers, new RequestRecords(accounts, Instant.now()), journal);
    this.sending = CompletableFuture.runAsync(this::send);
  }

  private void send() {
    List<Delivery> deliveries = plan.deliveries();
    for (int from = 0; from < deliveries.size() && !over.get(); from += PART) {
      generator.send(
          deliveries.subList(from, Math.min(deliveries.size(), from + PART)),
          options.perSecond(),
          sent -> {});
    }
    if (!over.get()) {
      throw new IllegalStateException("all of the plan was sent too soon: plan more payments");
    }
  }

  /** Records that Kafka has acknowledged so far. */
  int sent() {
    return generator.acknowledged();
  }

  /**
   * Sends no more, waits until all has come to rest, and judges.
   *
   * @param views where the regions can be looked at by now
   * @param kills how many processes were killed meanwhile
   * @param inFlight how many records one of them may have had in hand
   */
  Report judged(List<RegionView> views, int kills, long inFlight) throws Exception {
    over.set(true);
    sending.get(1, TimeUnit.MINUTES);
    try (Backlog backlog = new Backlog(views)) {
      Left left = Settling.await(backlog, SETTLE_LIMIT);
      if (!left.isNothing()) {
        throw new AssertionError("not at rest: " + left);
      }
      List<Digest> digests = new ArrayList<>();
      views.forEach(view -> digests.add(Collector.collect(view.address())));
      Expectations expected = Expectations.quiet().withSent(journal.sent());
      long twice = carriedTwice(backlog);
      return Verifier.check(
          digests,
          kills == 0 && twice == 0
              ? expected
              : expected.withKills(Math.max(1, kills), inFlight + twice));
    }
  }

  /** What mirrors hold more than their sources do. */
  private long carriedTwice(Backlog backlog) {
    long twice = 0;
    for (String source : options.regions()) {
      for (String target : options.regions()) {
        String topic = Topics.payments(target);
        if (!source.equals(target)) {
          twice +=
              backlog.offsets(target).records(List.of(Topics.mirrored(source, topic)))
                  - backlog.offsets(source).records(List.of(topic));
        }
      }
    }
    return Math.max(0, twice);
  }

  @Override
  public void close() {
    over.set(true);
    producers.close();
  }
}
