package dev.meridian.ledger;

import dev.meridian.id.KindOwners;
import dev.meridian.id.PostgresBlockStore;
import dev.meridian.id.RegionRegistry;
import dev.meridian.id.StartCheck;
import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.JdbcUnitOfWork;
import dev.meridian.inbox.OneLife;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.Positions;
import dev.meridian.inbox.ResumeFromDatabase;
import dev.meridian.inbox.Transactions;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.AccountOpenings;
import dev.meridian.ledger.account.AccountStates;
import dev.meridian.ledger.account.ExternalTransfers;
import dev.meridian.ledger.account.SuspenseRelease;
import dev.meridian.ledger.balancecopy.BalanceCopies;
import dev.meridian.ledger.balancecopy.BalancePublisher;
import dev.meridian.ledger.booking.Booking;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.booking.LegResend;
import dev.meridian.ledger.config.LedgerConfig;
import dev.meridian.ledger.health.ChannelState;
import dev.meridian.ledger.health.Measurement;
import dev.meridian.ledger.health.Meters;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.kafka.BalanceCopyBatch;
import dev.meridian.ledger.kafka.CommandBatch;
import dev.meridian.ledger.kafka.JtaUnitOfWork;
import dev.meridian.ledger.kafka.Received;
import dev.meridian.ledger.kafka.RetryMeter;
import dev.meridian.ledger.kafka.SeekOnAssignment;
import dev.meridian.ledger.kafka.TopicIds;
import dev.meridian.ledger.reconciliation.Reconciliation;
import dev.meridian.ledger.statement.Entries;
import dev.meridian.ledger.statement.Statements;
import dev.meridian.ledger.statement.TrialBalance;
import dev.meridian.messages.Topics;
import dev.meridian.outbox.KafkaRecordSender;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.OutboxDays;
import dev.meridian.outbox.Relay;
import dev.meridian.outbox.ResendSchedule;
import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.agroal.DataSource;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Puts the parts together from the configuration. What must not take part in a caller's transaction
 * (ids, relay, timers) gets the data source {@code apart}.
 */
@Singleton
public class Wiring {
  /** What the registry of kinds calls this service's database. */
  private static final String OWN_DATABASE = "ledger";

  @Produces
  @Singleton
  InstantSource clock() {
    return InstantSource.system();
  }

  @Produces
  @Singleton
  HomeRegion homeRegion(LedgerConfig config) {
    return HomeRegion.of(config.region(), config.regions(), config.home());
  }

  @Produces
  @Singleton
  ResendSchedule resendSchedule(LedgerConfig config) {
    return ResendSchedule.parse(config.resendAfter());
  }

  @Produces
  @Singleton
  UnitOfWork unitOfWork(AgroalDataSource database) {
    return new JtaUnitOfWork(database);
  }

  @Produces
  @Singleton
  RegionRegistry registry(HomeRegion home) {
    return home.registry();
  }

  /** Asks the database, once, before anything is given out: what contradicts it ends the start. */
  @Produces
  @Singleton
  LedgerIds ids(
      LedgerConfig config,
      HomeRegion home,
      Node node,
      @DataSource("apart") AgroalDataSource apart) {
    KindOwners owners = KindOwners.parse(config.kinds());
    LedgerIds.KINDS.forEach(kind -> owners.checkOwner(kind, OWN_DATABASE));
    new StartCheck(apart, home.registry(), owners, OWN_DATABASE).run();
    return new LedgerIds(
        home.region(), new PostgresBlockStore(apart, node.name(), config.minEpoch()));
  }

  void close(@Disposes LedgerIds ids) {
    ids.close();
  }

  @Produces
  @Singleton
  Booking booking(HomeRegion home, LedgerIds ids, ResendSchedule resend, InstantSource clock) {
    return new Booking(home, ids, resend, clock);
  }

  @Produces
  @Singleton
  AccountOpenings accountOpenings(HomeRegion home) {
    return new AccountOpenings(home.code());
  }

  @Produces
  @Singleton
  ExternalTransfers externalTransfers(HomeRegion home, LedgerIds ids, InstantSource clock) {
    return new ExternalTransfers(home.code(), ids::entry, clock);
  }

  @Produces
  @Singleton
  AccountStates accountStates(HomeRegion home, LedgerIds ids, InstantSource clock) {
    return new AccountStates(home.code(), ids::entry, clock);
  }

  @Produces
  @Singleton
  SuspenseRelease suspenseRelease(HomeRegion home, LedgerIds ids, InstantSource clock) {
    return new SuspenseRelease(home.code(), ids::entry, clock);
  }

  @Produces
  @Singleton
  Statements statements(HomeRegion home) {
    return new Statements(home.code());
  }

  @Produces
  @Singleton
  Entries entries() {
    return new Entries();
  }

  @Produces
  @Singleton
  TrialBalance trialBalance() {
    return new TrialBalance();
  }

  @Produces
  @Singleton
  ParkedMessages parkedMessages(ResendSchedule resend) {
    return new ParkedMessages(new Outbox(resend), Topics.COMMANDS_DLQ);
  }

  @Produces
  @Singleton
  Transactions transactions(UnitOfWork unitOfWork, InstantSource clock, Meters meters) {
    return new Transactions(
        unitOfWork,
        Transactions.DEFAULT_BACKOFF,
        clock,
        new SecureRandom(),
        new RetryMeter(meters));
  }

  @Produces
  @Singleton
  BatchProcessor<Received, List<Delivery>> processor(
      Transactions transactions,
      Booking booking,
      ParkedMessages parked,
      OneLife life,
      TopicIds topicIds) {
    return new BatchProcessor<>(
        transactions, new CommandBatch(booking, parked, new Positions(life), topicIds.byName()));
  }

  /** In another life of the database only a restart helps, as after the channel's end. */
  @Produces
  @Singleton
  OneLife life(ChannelState state) {
    return new OneLife(why -> state.stopped(new IllegalStateException(why)));
  }

  /** Found by the consumer group's name. */
  @Produces
  @Singleton
  @Identifier(Received.GROUP)
  SeekOnAssignment seekOnAssignment(Transactions transactions, TopicIds topicIds, OneLife life) {
    return new SeekOnAssignment(
        new ResumeFromDatabase(
            Received.GROUP,
            transactions,
            topic -> topicIds.byName().getOrDefault(topic, ""),
            life));
  }

  @Produces
  @Singleton
  Reconciliation reconciliation(
      HomeRegion home, @DataSource("apart") AgroalDataSource apart, LedgerConfig config) {
    return new Reconciliation(home.code(), new JdbcUnitOfWork(apart), config.reconcileWithin());
  }

  @Produces
  @Singleton
  BalanceCopies balanceCopies(HomeRegion home) {
    return new BalanceCopies(home);
  }

  @Produces
  @Singleton
  BalancePublisher balancePublisher(
      HomeRegion home,
      LedgerIds ids,
      @DataSource("apart") AgroalDataSource apart,
      LedgerConfig config) {
    return new BalancePublisher(home, ids, new JdbcUnitOfWork(apart), config.balancesAgainWithin());
  }

  @Produces
  @Singleton
  BatchProcessor<Received, BalanceCopyBatch.Taken> balanceProcessor(
      Transactions transactions, BalanceCopies copies) {
    return new BatchProcessor<>(transactions, new BalanceCopyBatch(copies));
  }

  @Produces
  @Singleton
  KafkaRecordSender sender(
      @ConfigProperty(name = "kafka.bootstrap.servers") String bootstrapServers) {
    return new KafkaRecordSender(Map.of("bootstrap.servers", bootstrapServers));
  }

  @Produces
  @Singleton
  Relay relay(@DataSource("apart") AgroalDataSource apart, KafkaRecordSender sender, Node node) {
    return new Relay(apart, sender, Relay.Config.of(node.name()));
  }

  @Produces
  @Singleton
  OutboxDays outboxDays(@DataSource("apart") AgroalDataSource apart, LedgerConfig config) {
    return new OutboxDays(apart, config.outboxKeep());
  }

  @Produces
  @Singleton
  LegResend legResend(
      @DataSource("apart") AgroalDataSource apart,
      ResendSchedule resend,
      InstantSource clock,
      LedgerConfig config) {
    return new LegResend(new JdbcUnitOfWork(apart), resend, clock, config.resendAtMost());
  }

  @Produces
  @Singleton
  Meters meters(MeterRegistry registry, HomeRegion home) {
    return new Meters(registry, home.registry().codes());
  }

  @Produces
  @Singleton
  Measurement measurement(
      @DataSource("apart") AgroalDataSource apart,
      ResendSchedule resend,
      ParkedMessages parked,
      Relay relay,
      BalanceCopies copies,
      InstantSource clock) {
    return new Measurement(
        new JdbcUnitOfWork(apart), new OpenMessages(resend), parked, relay, copies, clock);
  }

  @Produces
  @Singleton
  Node node(LedgerConfig config) {
    return Node.of(config.node());
  }
}
