package dev.meridian.ledger.kafka;

import dev.meridian.inbox.Transactions;
import dev.meridian.ledger.balancecopy.BalancePublisher;
import dev.meridian.ledger.booking.LegResend;
import dev.meridian.ledger.config.LedgerConfig;
import dev.meridian.ledger.health.Measurement;
import dev.meridian.ledger.health.Meters;
import dev.meridian.ledger.reconciliation.Reconciliation;
import dev.meridian.outbox.KafkaRecordSender;
import dev.meridian.outbox.OutboxDays;
import dev.meridian.outbox.Relay;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.reactive.messaging.ChannelRegistry;
import io.smallrye.reactive.messaging.PausableChannel;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * The order of start and stop. Start: Kafka's topics are looked up before anything is consumed,
 * then relay and timers run. Stop: no new batch, the one in hand to its end, then the relay, then
 * the sender; pools close after that.
 */
@ApplicationScoped
public class Lifecycle {
  private static final Logger LOG = Logger.getLogger(Lifecycle.class);
  private static final List<String> CHANNELS = List.of("commands", "balances");

  private final LedgerConfig config;
  private final CommandChannel commands;
  private final BalanceChannel balanceCopies;
  private final ChannelRegistry channels;
  private final Transactions transactions;
  private final Relay relay;
  private final KafkaRecordSender sender;
  private final OutboxDays outboxDays;
  private final LegResend legResend;
  private final BalancePublisher balances;
  private final Meters meters;
  private final Measurement measurement;
  private final Reconciliation reconciliation;
  private final ScheduledExecutorService timers = timer("ledger-timers");

  /** Of its own: a reconciliation may take minutes. */
  private final ScheduledExecutorService slowTimer = timer("ledger-reconciliation");

  Lifecycle(
      LedgerConfig config,
      CommandChannel commands,
      BalanceChannel balanceCopies,
      ChannelRegistry channels,
      Transactions transactions,
      Relay relay,
      KafkaRecordSender sender,
      OutboxDays outboxDays,
      LegResend legResend,
      BalancePublisher balances,
      Meters meters,
      Measurement measurement,
      Reconciliation reconciliation) {
    this.config = config;
    this.commands = commands;
    this.balanceCopies = balanceCopies;
    this.channels = channels;
    this.transactions = transactions;
    this.relay = relay;
    this.sender = sender;
    this.outboxDays = outboxDays;
    this.legResend = legResend;
    this.balances = balances;
    this.meters = meters;
    this.measurement = measurement;
    this.reconciliation = reconciliation;
  }

  /** Before the channels: they begin to consume at a later priority of the same event. */
  void start(
      @Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event,
      TopicIds topicIds) {
    LOG.infof("Kafka has all %d topics", topicIds.byName().size());
    relay.start();
    every(config.resendEvery(), this::resend);
    every(config.balancesEvery(), this::tellBalances);
    every(BalancePublisher.NOTE_AGAIN_EVERY, balances::noteAgain);
    meters.watch(relay);
    every(OutboxDays.MAINTAIN_EVERY, outboxDays::maintain);
    every(config.measureEvery(), () -> meters.measure(measurement));
    long pause = config.reconcileEvery().toMillis();
    Future<?> unused =
        slowTimer.scheduleWithFixedDelay(
            () -> runOnce(this::reconcile), pause, pause, TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    timers.shutdown();
    slowTimer.shutdownNow();
    CHANNELS.forEach(this::pause);
    boolean drained =
        commands.drain(config.stopWithin()) && balanceCopies.drain(config.stopWithin());
    transactions.close();
    if (!drained) {
      LOG.warnf(
          "The batch in hand wasn't committed within %s; it is not acknowledged and comes again",
          config.stopWithin());
    }
    relay.close();
    sender.close();
  }

  private void pause(String name) {
    PausableChannel channel = channels.getPausable(name);
    if (channel != null) {
      channel.pause();
    }
  }

  private void resend() throws SQLException {
    if (legResend.resendDue() > 0) {
      relay.wake();
    }
  }

  private void reconcile() throws SQLException {
    reconciliation.run().ifPresent(meters::reconciled);
  }

  private void tellBalances() throws SQLException {
    if (balances.tellDue() > 0) {
      relay.wake();
    }
  }

  private static ScheduledExecutorService timer(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  private interface Job {
    void run() throws SQLException;
  }

  private void every(Duration period, Job job) {
    Future<?> unused =
        timers.scheduleWithFixedDelay(
            () -> runOnce(job), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** A timer whose job throws would never run it again; the next round tries it anew. */
  private static void runOnce(Job job) {
    try {
      job.run();
    } catch (SQLException | RuntimeException e) {
      LOG.warnf("A background job failed and runs again at its next time: %s", e);
    }
  }
}
