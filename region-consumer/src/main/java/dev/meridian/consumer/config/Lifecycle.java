package dev.meridian.consumer.config;

import dev.meridian.consumer.health.Backlog;
import dev.meridian.consumer.health.Meters;
import dev.meridian.consumer.health.Timers;
import dev.meridian.consumer.intake.ConsumerContext;
import dev.meridian.consumer.intake.Ids;
import dev.meridian.consumer.kafka.ChannelBatches;
import dev.meridian.consumer.kafka.Channels;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.TopicWatch;
import dev.meridian.inbox.Transactions;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.outbox.KafkaRecordSender;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.OutboxDays;
import dev.meridian.outbox.Relay;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.ChannelRegistry;
import io.smallrye.reactive.messaging.PausableChannel;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * The order of start and stop. Start: topics are checked, then relay and timers run, then (by the
 * messaging extension) the channels. Stop: channels pause, batches in hand end, then timers, relay
 * and sender; connections and pools after that.
 */
@Singleton
public class Lifecycle {
  private static final Logger LOG = Logger.getLogger(Lifecycle.class);
  private static final int BEFORE_THE_CHANNELS = 1;
  private static final double MILLIS = 1_000;

  private final MeridianConfig config;
  private final Ids ids;
  private final TopicWatch watch;
  private final Relay relay;
  private final KafkaRecordSender sender;
  private final OutboxDays outboxDays;
  private final Timers timers;
  private final OpenMessages openMessages;
  private final ParkedMessages parkedMessages;
  private final UnitOfWork unitOfWork;
  private final Meters meters;
  private final InstantSource clock;

  Lifecycle(
      MeridianConfig config,
      Ids ids,
      TopicWatch watch,
      Relay relay,
      KafkaRecordSender sender,
      OutboxDays outboxDays,
      Timers timers,
      OpenMessages openMessages,
      ParkedMessages parkedMessages,
      UnitOfWork unitOfWork,
      Meters meters,
      InstantSource clock) {
    this.config = config;
    this.ids = ids;
    this.watch = watch;
    this.relay = relay;
    this.sender = sender;
    this.outboxDays = outboxDays;
    this.timers = timers;
    this.openMessages = openMessages;
    this.parkedMessages = parkedMessages;
    this.unitOfWork = unitOfWork;
    this.meters = meters;
    this.clock = clock;
  }

  /** The context is asked for so that it is made now: that checks the topics. */
  void start(@Observes @Priority(BEFORE_THE_CHANNELS) StartupEvent event, ConsumerContext context) {
    LOG.infof("region-consumer of %s begins", context.region());
    relay.start();
    timers.every(config.resendEvery(), "send open commands again", this::resend);
    meters.watch(relay);
    timers.every(
        OutboxDays.MAINTAIN_EVERY, "open and drop the outbox's days", outboxDays::maintain);
    timers.every(config.measureEvery(), "measure what waits", this::measure);
    timers.every(config.topicsLookEvery(), "look at the topics", watch::look);
  }

  void stop(
      @Observes @Priority(BEFORE_THE_CHANNELS) ShutdownEvent event,
      ChannelRegistry channels,
      @Identifier(Channels.PAYMENTS) ChannelBatches payments,
      @Identifier(Channels.RESULTS) ChannelBatches results,
      @Identifier(Channels.PAYMENTS) Transactions paymentTransactions,
      @Identifier(Channels.RESULTS) Transactions resultTransactions)
      throws InterruptedException {
    pause(channels);
    Instant deadline = clock.instant().plus(config.stopWithin());
    for (ChannelBatches batches : List.of(payments, results)) {
      if (!batches.idleWithin(left(deadline))) {
        LOG.warn("A batch is not committed in time: it is given up, unacknowledged");
      }
    }
    paymentTransactions.close();
    resultTransactions.close();
    timers.close();
    relay.close();
    sender.close();
    ids.close();
  }

  private static void pause(ChannelRegistry channels) {
    for (String name : List.of(Channels.PAYMENTS, Channels.RESULTS)) {
      PausableChannel channel = channels.getPausable(name);
      if (channel != null) {
        channel.pause();
      }
    }
  }

  private Duration left(Instant deadline) {
    Duration left = Duration.between(clock.instant(), deadline);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private void resend() throws SQLException {
    int again =
        unitOfWork.inTransaction(
            connection ->
                openMessages.resendDue(connection, clock.instant(), config.resendAtMost()));
    if (again > 0) {
      meters.resent(again);
      relay.wake();
    }
  }

  private void measure() throws SQLException {
    meters.measured(unitOfWork.inTransaction(this::backlog));
  }

  private Backlog backlog(Connection connection) throws SQLException {
    Instant now = clock.instant();
    Map<String, Backlog.OfHome> open = new HashMap<>();
    for (OpenMessages.Waiting each : openMessages.waiting(connection)) {
      double age = Duration.between(each.oldest(), now).toMillis() / MILLIS;
      open.put(each.home(), new Backlog.OfHome(each.count(), age));
    }
    long parked =
        parkedMessages.open(connection).stream().mapToLong(ParkedMessages.OpenCount::count).sum();
    Relay.Metrics outbox = relay.metrics();
    return new Backlog(
        outbox.backlog(),
        outbox.oldestUnsent().toMillis() / MILLIS,
        outbox.blockedKeys(),
        parked,
        open);
  }
}
