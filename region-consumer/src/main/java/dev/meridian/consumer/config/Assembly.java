package dev.meridian.consumer.config;

import dev.meridian.consumer.database.JtaUnitOfWork;
import dev.meridian.consumer.health.BatchesCommit;
import dev.meridian.consumer.health.ChannelHealth;
import dev.meridian.consumer.health.Meters;
import dev.meridian.consumer.health.Timers;
import dev.meridian.consumer.intake.ConsumerContext;
import dev.meridian.consumer.intake.Ids;
import dev.meridian.consumer.intake.Incoming;
import dev.meridian.consumer.intake.Intake;
import dev.meridian.consumer.intake.PutBack;
import dev.meridian.consumer.intake.RequestBatches;
import dev.meridian.consumer.intake.ResultsIntake;
import dev.meridian.consumer.kafka.ChannelBatches;
import dev.meridian.consumer.kafka.Channels;
import dev.meridian.consumer.kafka.IncomingRecords;
import dev.meridian.consumer.kafka.SeekOnAssignment;
import dev.meridian.consumer.kafka.TopicCheck;
import dev.meridian.consumer.kafka.TopicRetention;
import dev.meridian.consumer.kafka.TopicSafety;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.id.KindOwners;
import dev.meridian.id.PostgresBlockStore;
import dev.meridian.id.Region;
import dev.meridian.id.RegionRegistry;
import dev.meridian.id.StartCheck;
import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.OneLife;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.Positions;
import dev.meridian.inbox.Redrive;
import dev.meridian.inbox.ResumeFromDatabase;
import dev.meridian.inbox.StuckMessages;
import dev.meridian.inbox.TopicWatch;
import dev.meridian.inbox.Transactions;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.messages.HomeRegionResolver;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import dev.meridian.outbox.KafkaRecordSender;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.OutboxDays;
import dev.meridian.outbox.Relay;
import dev.meridian.outbox.ResendSchedule;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.Admin;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Puts the parts together: every object that lives as long as the process is made here. */
@Singleton
public class Assembly {
  /** Longer than the database's own transaction time-out, which is to end a transaction first. */
  private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(25);

  /** What the registry of kinds calls this service's database. */
  private static final String OWN_DATABASE = "consumer";

  private static final int PRODUCER_BUFFER_BYTES = 16 << 20;

  private final MeridianConfig config;
  private final String bootstrapServers;

  Assembly(
      MeridianConfig config,
      @ConfigProperty(name = "kafka.bootstrap.servers") String bootstrapServers) {
    this.config = config;
    this.bootstrapServers = bootstrapServers;
  }

  @Produces
  @Singleton
  InstantSource clock() {
    return Clock.systemUTC();
  }

  @Produces
  @Singleton
  RegionRegistry registry() {
    return RegionRegistry.parse(config.regions());
  }

  @Produces
  @Singleton
  Region here(RegionRegistry registry) {
    return registry.region(config.region());
  }

  @Produces
  @Singleton
  ResendSchedule schedule() {
    return ResendSchedule.parse(config.resendAfter());
  }

  @Produces
  @Singleton
  UnitOfWork unitOfWork(DataSource database) {
    return new JtaUnitOfWork(database, TRANSACTION_TIMEOUT);
  }

  /** Asks the database, once, before anything is given out: what contradicts it ends the start. */
  @Produces
  @Singleton
  Ids ids(Region here, RegionRegistry registry, DataSource database) {
    KindOwners owners = KindOwners.parse(config.kinds());
    Ids.KINDS.forEach(kind -> owners.checkOwner(kind, OWN_DATABASE));
    new StartCheck(database, registry, owners, OWN_DATABASE).run();
    return new Ids(here, new PostgresBlockStore(database, node(), config.minEpoch()));
  }

  @Produces
  @Singleton
  ConsumerContext context(
      Region here,
      RegionRegistry registry,
      Ids ids,
      ResendSchedule schedule,
      TieredDeduplicator deduplicator,
      OneLife life,
      TopicWatch watch,
      InstantSource clock) {
    MessageCodec codec = new MessageCodec("/meridian/region-consumer/" + here);
    return new ConsumerContext(
        here.code(),
        registry,
        HomeRegionResolver.of(config.home(), registry),
        incoming -> IncomingRecords.decode(codec, incoming),
        ids,
        schedule,
        deduplicator,
        new Positions(life),
        watch::idOf,
        clock);
  }

  /** In another life of the database only a restart helps, as after any channel's end. */
  @Produces
  @Singleton
  OneLife life(ChannelHealth health) {
    return new OneLife(why -> health.stopped("database", why));
  }

  /** Found by the consumer group's name. */
  @Produces
  @Singleton
  @Identifier(ConsumerContext.GROUP)
  SeekOnAssignment seekOnAssignment(
      TopicWatch watch, @Identifier(Channels.PAYMENTS) Transactions transactions, OneLife life) {
    return new SeekOnAssignment(
        new ResumeFromDatabase(ConsumerContext.GROUP, transactions, watch, life));
  }

  @Produces
  @Singleton
  Admin kafka() {
    return TopicCheck.admin(bootstrapServers, config.startWithin());
  }

  void close(@Disposes Admin kafka) {
    kafka.close(Duration.ZERO);
  }

  /** Asks Kafka, once, before anything is consumed: topics that won't do end the start. */
  @Produces
  @Singleton
  TopicWatch topicWatch(
      Admin kafka,
      Region here,
      RegionRegistry registry,
      TieredDeduplicator deduplicator,
      Meters meters,
      ChannelHealth health) {
    Duration within = config.startWithin();
    Map<String, String> ids =
        TopicCheck.idsOf(kafka, neededTopics(here, registry), bootstrapServers, within);
    TopicRetention.check(
        kafka,
        deduplicator.windowsOf(ConsumerContext.GROUP),
        ConsumerContext.GROUP,
        ChannelTopics.payments(here.code(), registry.codes()),
        within);
    TopicSafety.check(kafka, ids.keySet(), Topics.PAYMENTS_DLQ, config.replicasAtLeast(), within);
    ids.keySet().retainAll(consumed(here, registry));
    ids.keySet().forEach(meters::watchTopic);
    return new TopicWatch(kafka, ids, within, new LostRecords(meters, health));
  }

  @Produces
  @Singleton
  OpenMessages openMessages(ResendSchedule schedule) {
    return new OpenMessages(schedule);
  }

  @Produces
  @Singleton
  ParkedMessages parkedMessages(ResendSchedule schedule) {
    return new ParkedMessages(new Outbox(schedule), Topics.PAYMENTS_DLQ);
  }

  @Produces
  @Singleton
  StuckMessages stuckMessages(Meters meters) {
    StuckMessages stuck = new StuckMessages();
    meters.watch(stuck);
    return stuck;
  }

  @Produces
  @Singleton
  Redrive redrive(UnitOfWork unitOfWork, ParkedMessages parkedMessages, ConsumerContext context) {
    PutBack livePath =
        new PutBack(new Intake(context), new ResultsIntake(context), context.region());
    return new Redrive(unitOfWork, parkedMessages, livePath);
  }

  @Produces
  @Singleton
  KafkaRecordSender sender() {
    return new KafkaRecordSender(
        Map.of("bootstrap.servers", bootstrapServers, "buffer.memory", PRODUCER_BUFFER_BYTES));
  }

  @Produces
  @Singleton
  OutboxDays outboxDays(DataSource database) {
    return new OutboxDays(database, config.outboxKeep());
  }

  @Produces
  @Singleton
  Relay relay(DataSource database, KafkaRecordSender sender) {
    return new Relay(database, sender, Relay.Config.of(node()));
  }

  @Produces
  @Singleton
  Meters meters(MeterRegistry meterRegistry, RegionRegistry registry) {
    return new Meters(meterRegistry, registry.codes());
  }

  @Produces
  @Singleton
  ChannelHealth channelHealth(InstantSource clock) {
    return new ChannelHealth(clock);
  }

  @Produces
  @Singleton
  BatchesCommit.UnreadyAfter unreadyAfter() {
    return new BatchesCommit.UnreadyAfter(config.unreadyAfter());
  }

  @Produces
  @Singleton
  Timers timers() {
    return new Timers();
  }

  @Produces
  @Singleton
  @Identifier(Channels.PAYMENTS)
  Transactions paymentTransactions(
      UnitOfWork unitOfWork, InstantSource clock, Meters meters, ChannelHealth health) {
    return transactions(Channels.PAYMENTS, unitOfWork, clock, meters, health);
  }

  @Produces
  @Singleton
  @Identifier(Channels.RESULTS)
  Transactions resultTransactions(
      UnitOfWork unitOfWork, InstantSource clock, Meters meters, ChannelHealth health) {
    return transactions(Channels.RESULTS, unitOfWork, clock, meters, health);
  }

  @Produces
  @Singleton
  @Identifier(Channels.PAYMENTS)
  ChannelBatches payments(
      ConsumerContext context,
      StuckMessages stuck,
      @Identifier(Channels.PAYMENTS) Transactions transactions,
      Relay relay,
      TopicWatch watch,
      Meters meters,
      ChannelHealth health) {
    return new ChannelBatches(
        Channels.PAYMENTS,
        new RequestBatches(transactions, new Intake(context), stuck)::process,
        relay::wake,
        watch,
        meters,
        health);
  }

  @Produces
  @Singleton
  @Identifier(Channels.RESULTS)
  ChannelBatches results(
      ConsumerContext context,
      StuckMessages stuck,
      @Identifier(Channels.RESULTS) Transactions transactions,
      Relay relay,
      TopicWatch watch,
      Meters meters,
      ChannelHealth health) {
    return new ChannelBatches(
        Channels.RESULTS,
        new BatchProcessor<>(transactions, new ResultsIntake(context), Incoming::place, stuck)
            ::process,
        relay::wake,
        watch,
        meters,
        health);
  }

  private static Transactions transactions(
      String channel,
      UnitOfWork unitOfWork,
      InstantSource clock,
      Meters meters,
      ChannelHealth health) {
    return new Transactions(
        unitOfWork,
        Transactions.DEFAULT_BACKOFF,
        clock,
        new Random(),
        new Retries(channel, meters, health));
  }

  private String node() {
    return config.node().orElseGet(() -> System.getenv().getOrDefault("HOSTNAME", "local"))
        + "-"
        + ProcessHandle.current().pid();
  }

  private static List<String> consumed(Region here, RegionRegistry registry) {
    List<String> consumed = new ArrayList<>();
    consumed.addAll(ChannelTopics.payments(here.code(), registry.codes()));
    consumed.addAll(ChannelTopics.results(here.code(), registry.codes()));
    return consumed;
  }

  private static List<String> neededTopics(Region here, RegionRegistry registry) {
    List<String> needed = consumed(here, registry);
    registry.codes().forEach(home -> needed.add(Topics.commands(home)));
    needed.add(Topics.EVENTS);
    needed.add(Topics.PAYMENTS_DLQ);
    return needed;
  }
}
