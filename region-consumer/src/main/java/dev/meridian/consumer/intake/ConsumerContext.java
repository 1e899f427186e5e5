package dev.meridian.consumer.intake;

import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.id.RegionRegistry;
import dev.meridian.inbox.Positions;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.HomeRegionResolver;
import dev.meridian.messages.MessageCodec;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.ResendSchedule;
import java.time.InstantSource;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What requests and answers are worked on with: one per process and database. Thread-safe. */
public final class ConsumerContext {
  /** The consumer group, in Kafka and as the scope of dedup keys. */
  public static final String GROUP = "region-consumer";

  private final String region;
  private final Inspection inspection;
  private final Ids ids;
  private final PaymentMessages messages;
  private final Outbox outbox;
  private final OpenMessages openMessages;
  private final InstantSource clock;
  private final UnaryOperator<String> topicIds;
  private final TieredDeduplicator deduplicator;
  private final Positions positions;
  private final TraceParents traceParents = new TraceParents(new Random());

  /**
   * @param region this region's code
   * @param decoder reads a delivery's headers and bytes; never throws
   * @param topicIds Kafka's id of a topic by its name: positions in a topic that was made again are
   *     not compared with those of the old one
   * @param clock for what people read; nothing is decided by it
   */
  public ConsumerContext(
      String region,
      RegionRegistry registry,
      HomeRegionResolver resolver,
      Function<Incoming, Decoded> decoder,
      Ids ids,
      ResendSchedule schedule,
      TieredDeduplicator deduplicator,
      Positions positions,
      UnaryOperator<String> topicIds,
      InstantSource clock) {
    this.region = registry.region(region).code();
    this.inspection = new Inspection(region, registry, resolver, decoder);
    this.ids = ids;
    this.messages =
        new PaymentMessages(
            region, resolver.mode(), new MessageCodec("/meridian/region-consumer/" + region), ids);
    this.outbox = new Outbox(schedule);
    this.openMessages = new OpenMessages(schedule);
    this.deduplicator = deduplicator;
    this.positions = positions;
    this.topicIds = topicIds;
    this.clock = clock;
  }

  /** This region's code. */
  public String region() {
    return region;
  }

  Inspection inspection() {
    return inspection;
  }

  Ids ids() {
    return ids;
  }

  PaymentMessages messages() {
    return messages;
  }

  Outbox outbox() {
    return outbox;
  }

  OpenMessages openMessages() {
    return openMessages;
  }

  Positions positions() {
    return positions;
  }

  /** Kafka's id of a topic by its name. */
  public UnaryOperator<String> topicIds() {
    return topicIds;
  }

  InstantSource clock() {
    return clock;
  }

  TieredDeduplicator deduplicator() {
    return deduplicator;
  }

  TraceParents traceParents() {
    return traceParents;
  }
}
