package dev.meridian.demo;

import dev.meridian.demo.disturb.ConsumerKill;
import dev.meridian.demo.disturb.Damage;
import dev.meridian.demo.load.AccountBook;
import dev.meridian.demo.load.AccountOpener;
import dev.meridian.demo.load.Generator;
import dev.meridian.demo.load.Producers;
import dev.meridian.demo.load.RequestRecords;
import dev.meridian.demo.load.SentJournal;
import dev.meridian.demo.naive.MovedTwice;
import dev.meridian.demo.naive.NaiveConsumers;
import dev.meridian.demo.plan.Delivery;
import dev.meridian.demo.plan.Expected;
import dev.meridian.demo.plan.PaymentPlan;
import dev.meridian.demo.plan.Role;
import dev.meridian.demo.report.Comparison;
import dev.meridian.demo.report.Counting;
import dev.meridian.demo.report.Damaged;
import dev.meridian.demo.report.DemoReport;
import dev.meridian.demo.report.Measured;
import dev.meridian.demo.report.RegionCounts;
import dev.meridian.demo.report.Words;
import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.EventWatch;
import dev.meridian.demo.watch.Latencies;
import dev.meridian.demo.watch.Left;
import dev.meridian.demo.watch.MemoryWatch;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.messages.Topics;
import dev.meridian.stack.PostgresServer;
import dev.meridian.stack.Region;
import dev.meridian.verifier.check.Expectations;
import dev.meridian.verifier.check.Report;
import dev.meridian.verifier.check.Verifier;
import dev.meridian.verifier.collect.Collector;
import dev.meridian.verifier.digest.Digest;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run against regions that are up: accounts, load, what happens in the middle, and the report.
 * Blocks; for one thread, once.
 */
final class DemoRun {

  /** What is still open after this time is a finding of the verifier's. */
  private static final Duration SETTLE_LIMIT = Duration.ofMinutes(3);

  private static final String NAIVE_DATABASE = "naive";

  private final DemoOptions options;
  private final DemoStack regions;
  private final Path folder;
  private final long startNanos;
  private final Console console;
  private final MemoryWatch memory;
  private final Latencies latencies = new Latencies();
  private final SentJournal journal = new SentJournal();

  /**
   * @param startNanos the program's start, by {@link System#nanoTime}
   */
  DemoRun(
      DemoOptions options,
      DemoStack regions,
      Path folder,
      long startNanos,
      Console console,
      MemoryWatch memory) {
    this.options = options;
    this.regions = regions;
    this.folder = folder;
    this.startNanos = startNanos;
    this.console = console;
    this.memory = memory;
  }

  DemoResult run() throws InterruptedException, SQLException {
    PaymentPlan plan = PaymentPlan.of(options.plan());
    AccountBook accounts = openAccounts(plan);
    try (EventWatch events = new EventWatch(latencies);
        Backlog backlog = new Backlog(regions.views());
        NaiveConsumers naive = new NaiveConsumers(backlog);
        Producers producers = new Producers(regions.addresses())) {
      regions.views().forEach(view -> events.add(view.region(), view.kafka()));
      startNaive(naive);
      RequestRecords records = new RequestRecords(accounts, Instant.now());
      Generator generator = new Generator(producers, records, journal);
      Timeline timeline = load(plan, records, generator, events, backlog);
      return judge(plan, accounts, timeline, events, backlog, naive);
    }
  }

  private AccountBook openAccounts(PaymentPlan plan) {
    var opened = new AccountOpener().open(plan.accounts(), regions.ledgers());
    console.line(
        "accounts: %,d opened and funded, after %s".formatted(opened.size(), sinceStart()));
    return new AccountBook(regions.registry(), opened);
  }

  private void startNaive(NaiveConsumers naive) throws SQLException {
    if (options.compareNaive()) {
      for (Region region : regions.stack().regions()) {
        PostgresServer postgres = region.postgres();
        postgres.createDatabase(NAIVE_DATABASE);
        naive.add(region.code(), region.kafka().bootstrap(), postgres.dataSource(NAIVE_DATABASE));
      }
    }
  }

  /** Sends the plan while the timeline disturbs, and waits until all has come to rest. */
  private Timeline load(
      PaymentPlan plan,
      RequestRecords records,
      Generator generator,
      EventWatch events,
      Backlog backlog)
      throws InterruptedException {
    List<Delivery> deliveries = plan.deliveries();
    console.line(
        "sending %,d records for %,d payments"
            .formatted(deliveries.size(), plan.options().payments()));
    Timeline timeline =
        new Timeline(options, regions, generator, journal, backlog, console, deliveries.size());
    try (Progress progress =
        new Progress(generator, events, backlog, deliveries.size(), console, timeline::onLinks)) {
      progress.start();
      timeline.start();
      generator.send(deliveries, options.perSecond(), sampling(records));
      timeline.await();
      console.line("everything is sent; waiting until nothing is left");
      Left left = Settling.await(backlog, SETTLE_LIMIT);
      if (!left.isNothing()) {
        console.line(
            "not at rest after %s: %s".formatted(Words.seconds(SETTLE_LIMIT), left.words()));
      }
    }
    return timeline;
  }

  private Generator.Listener sampling(RequestRecords records) {
    int every = Math.max(1, options.plan().payments() / Latencies.MOST_SAMPLES + 1);
    return delivery -> {
      if (delivery.role() == Role.FIRST && delivery.payment().number() % every == 0) {
        latencies.sent(delivery.target(), records.businessKey(delivery), isLocal(delivery));
      }
    };
  }

  /** In single-home mode only payments of that region are local. */
  private boolean isLocal(Delivery delivery) {
    return delivery.payment().isLocal()
        && options.homeOf(delivery.target()).equals(delivery.target());
  }

  private DemoResult judge(
      PaymentPlan plan,
      AccountBook accounts,
      Timeline timeline,
      EventWatch events,
      Backlog backlog,
      NaiveConsumers naive)
      throws SQLException {
    MovedTwice movedTwice = options.compareNaive() ? naive.result() : null;
    Expected expected = plan.expected();
    Comparison.Extra extra = extra(timeline, backlog);
    List<RegionCounts> counts = new ArrayList<>();
    for (RegionView view : regions.views()) {
      counts.add(Counting.of(view));
    }
    List<Comparison.Line> comparison = Comparison.of(expected, extra, counts, accounts.opened());
    Report verdict = verify(timeline, extra);
    Damaged damaged = damage(verdict);
    Report last = damaged == null ? verdict : verify(timeline, extra);
    Measured measured = measured(timeline, events);
    DemoReport report =
        new DemoReport(expected, extra, comparison, counts, measured, movedTwice, damaged, last);
    return new DemoResult(report, timeline.killed(), timeline.replayed());
  }

  private Comparison.Extra extra(Timeline timeline, Backlog backlog) {
    long replayed = timeline.replayed();
    long cameTwice = timeline.killed().map(ConsumerKill.Outcome::cameTwice).orElse(0L);
    long inHand = timeline.killed().map(k -> k.inHand() - k.cameTwice()).orElse(0L);
    return new Comparison.Extra(
        journal.records() - replayed,
        replayed,
        cameTwice,
        Math.max(0, carriedTwice(backlog)),
        Math.max(0, inHand));
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
    return twice;
  }

  private @Nullable Damaged damage(Report before) throws SQLException {
    Damage damage = options.damage();
    if (damage == null) {
      return null;
    }
    RegionView victim = victim(damage);
    return new Damaged(damage.option(), victim.region(), damage.damage(victim), before);
  }

  private RegionView victim(Damage damage) {
    String region = options.regions().get(0);
    String wanted = damage == Damage.DOUBLE_BOOKING ? options.homeOf(region) : region;
    return regions.views().stream()
        .filter(view -> view.region().equals(wanted))
        .findAny()
        .orElseThrow();
  }

  private Report verify(Timeline timeline, Comparison.Extra extra) {
    List<Digest> digests = new ArrayList<>();
    for (RegionView view : regions.views()) {
      digests.add(Collector.collect(view.address(), folder.resolve(view.region() + ".digest")));
    }
    Expectations expectations = Expectations.quiet().withSent(journal.sent());
    long surplus = allowedSurplus(timeline, extra);
    return Verifier.check(
        digests, surplus == 0 ? expectations : expectations.withKills(1, surplus));
  }

  /** Deliveries that the list of what was sent doesn't have: by a kill, and by mirrors. */
  private static long allowedSurplus(Timeline timeline, Comparison.Extra extra) {
    return extra.carriedTwice() + timeline.killed().map(ConsumerKill.Outcome::inHand).orElse(0L);
  }

  private Measured measured(Timeline timeline, EventWatch events) {
    Map<String, Duration> accepted = new TreeMap<>();
    for (String region : options.regions()) {
      events
          .firstAcceptedNanos(region)
          .ifPresent(nanos -> accepted.put(region, Duration.ofNanos(nanos - startNanos)));
    }
    Duration lastAccepted =
        accepted.values().stream().max(Duration::compareTo).orElse(Duration.ZERO);
    return new Measured(
        latencies.millis(true, timeline.disturbances()),
        latencies.millis(false, timeline.disturbances()),
        latencies.millis(true, List.of()),
        latencies.millis(false, List.of()),
        accepted,
        Duration.ofNanos(System.nanoTime() - startNanos).minus(lastAccepted),
        memory.highestBytes());
  }

  private String sinceStart() {
    return Words.seconds(Duration.ofNanos(System.nanoTime() - startNanos));
  }
}
