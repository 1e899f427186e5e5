package dev.meridian.ledger.kafka;

import dev.meridian.inbox.Transactions;
import dev.meridian.ledger.booking.LegResend;
import dev.meridian.ledger.config.LedgerConfig;
import dev.meridian.ledger.health.Measurement;
import dev.meridian.ledger.health.Meters;
import dev.meridian.outbox.KafkaRecordSender;
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
  private static final String CHANNEL = "commands";

  private final LedgerConfig config;
  private final CommandChannel commands;
  private final ChannelRegistry channels;
  private final Transactions transactions;
  private final Relay relay;
  private final KafkaRecordSender sender;
  private final LegResend legResend;
  private final Meters meters;
  private final Measurement measurement;
  private final ScheduledExecutorService timers =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "ledger-timers");
            thread.setDaemon(true);
            return thread;
          });

  Lifecycle(
      LedgerConfig config,
      CommandChannel commands,
      ChannelRegistry channels,
      Transactions transactions,
      Relay relay,
      KafkaRecordSender sender,
      LegResend legResend,
      Meters meters,
      Measurement measurement) {
    this.config = config;
    this.commands = commands;
    this.channels = channels;
    this.transactions = transactions;
    this.relay = relay;
    this.sender = sender;
    this.legResend = legResend;
    this.meters = meters;
    this.measurement = measurement;
  }

  /** Before the channels: they begin to consume at a later priority of the same event. */
  void start(
      @Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event,
      TopicIds topicIds) {
    LOG.infof("Kafka has all %d topics", topicIds.byName().size());
    relay.start();
    every(config.resendEvery(), this::resend);
    every(config.measureEvery(), () -> meters.measure(measurement));
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    timers.shutdown();
    PausableChannel channel = channels.getPausable(CHANNEL);
    if (channel != null) {
      channel.pause();
    }
    boolean drained = commands.drain(config.stopWithin());
    transactions.close();
    if (!drained) {
      LOG.warnf(
          "The batch in hand wasn't committed within %s; it is not acknowledged and comes again",
          config.stopWithin());
    }
    relay.close();
    sender.close();
  }

  private void resend() throws SQLException {
    if (legResend.resendDue() > 0) {
      relay.wake();
    }
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
