package dev.meridian.consumer.config;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.Duration;
import java.util.Optional;

/**
 * All settings of region-consumer beside the addresses of Kafka, PostgreSQL and HTTP (Quarkus's
 * own). Each can be given by environment: {@code meridian.resend-after} is {@code
 * MERIDIAN_RESEND_AFTER}.
 */
@ConfigMapping(prefix = "meridian")
public interface MeridianConfig {

  /** The region this service runs in: a code of {@link #regions}. No default. For good. */
  @NotBlank
  String region();

  /**
   * Every region's code and number, such as {@code cn=1,eu=2,us=3}. No default; the same in all
   * regions and services. Adding a region means adding it here, everywhere, first.
   */
  @NotBlank
  String regions();

  /**
   * Which database owns which kind of ids, such as {@code pay=consumer}: two databases that give
   * out one kind repeat ids. The same in all regions and services; the database remembers it, and
   * another owner stops the start.
   */
  @WithDefault("pay=consumer,cmd=consumer,acc=ledger,ent=ledger,res=ledger")
  @NotBlank
  String kinds();

  /**
   * The least epoch of new ids, 0 to 16,376. Set it above every epoch used before when this
   * service's database was restored or started from a snapshot: what the database forgot, it can't
   * take back.
   */
  @WithDefault("0")
  @Min(0)
  @Max(16_376)
  int minEpoch();

  /**
   * How an account's home is found: {@code account} (by the region in its id) or {@code single:eu}.
   * The same in all regions and services; can't be changed while commands are open.
   */
  @WithDefault("account")
  @NotBlank
  String home();

  /**
   * How long a command waits for its answer before it is sent again, after each attempt; the last
   * one repeats. Shorten it only for tests: a slow link then brings repeats.
   */
  @WithDefault("30s,2m,10m,1h")
  @NotBlank
  String resendAfter();

  /** How often due commands are looked for. Below the first of {@link #resendAfter}. */
  @WithDefault("1s")
  Duration resendEvery();

  /**
   * How long sent outbox rows are kept, in days that go as a whole; what may have to be published
   * again must still be there.
   */
  @WithDefault("7d")
  Duration outboxKeep();

  /** Most commands put back to unsent by one look; the next look takes more. */
  @WithDefault("500")
  @Min(1)
  @Max(10_000)
  int resendAtMost();

  /** How often backlog, open commands and parked messages are counted for the metrics. */
  @WithDefault("5s")
  Duration measureEvery();

  /** Readiness goes DOWN when a batch has been failing for longer than this. */
  @WithDefault("10s")
  Duration unreadyAfter();

  /**
   * How many replicas each topic must have at least. With more than one, {@code
   * min.insync.replicas} must be 2 or more and unclean elections off, else the start is refused. 1
   * asks nothing: for a broker on a laptop.
   */
  @WithDefault("3")
  @Min(1)
  @Max(16)
  int replicasAtLeast();

  /** How long the start waits for Kafka to answer whether the topics exist. */
  @WithDefault("30s")
  Duration startWithin();

  /**
   * How often Kafka is asked whether the topics that are consumed are still the same, and whether
   * records were deleted unread. Costs two small requests each time.
   */
  @WithDefault("10s")
  Duration topicsLookEvery();

  /** How long a stop waits for the batches in hand; below Quarkus's shutdown time-out. */
  @WithDefault("15s")
  Duration stopWithin();

  /**
   * Milliseconds after which the broker gives a silent instance's partitions to another one. Raise
   * it on networks with long pauses; the broker's least is 6,000.
   */
  @WithDefault("10000")
  @Min(6_000)
  @Max(300_000)
  int sessionTimeoutMs();

  /** This instance's name in lease logs and lane owners; the host's name by default. */
  Optional<String> node();
}
