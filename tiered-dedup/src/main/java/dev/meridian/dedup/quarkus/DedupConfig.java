package dev.meridian.dedup.quarkus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Settings of the deduplicator; what can't go together is refused at start, with a sentence. */
@ConfigMapping(prefix = "meridian.dedup")
public interface DedupConfig {

  /** How long a key stays in Redis, from first seen, 1 to 48 h. Costs Redis memory. */
  @WithDefault("24h")
  Duration hotWindow();

  /** How long a key is answered from PostgreSQL alone, 1 to 30 d, and no shorter than hot. */
  @WithDefault("7d")
  Duration warmWindow();

  /**
   * Windows of single consumer groups. A group that is named here also has metrics of its own; all
   * others are counted as "other".
   */
  Map<String, GroupConfig> groups();

  /** Windows of one consumer group; those above where it has none. */
  interface GroupConfig {

    /** In place of the one for all. */
    Optional<Duration> hotWindow();

    /** In place of the one for all. */
    Optional<Duration> warmWindow();
  }

  /**
   * How long the topics keep records, for who can't ask the broker; the hot windows are held
   * against it.
   */
  Optional<Duration> topicRetention();

  /** Whether Redis is asked and told at all. Without it every key is answered by PostgreSQL. */
  @WithDefault("true")
  boolean hot();

  /** Redis must answer a batch within this, else it is no answer. */
  @WithDefault("250ms")
  Duration redisTimeout();

  /** Of so many calls half must fail before Redis is left alone for {@link #breakerDelay}. */
  @WithDefault("4")
  int breakerCalls();

  /** How long Redis is left alone before one call tries it again. */
  @WithDefault("5s")
  Duration breakerDelay();

  /** Keys that this instance applied and remembers itself, before Redis is asked; 0: none. */
  @WithDefault("0")
  long cachedMarks();

  /** How long a batch waits for another instance that is at work on the same key. */
  Optional<Duration> waitForOthers();

  /** How long a generation is written to, up to the shortest warm window. */
  @WithDefault("1d")
  Duration rotateEvery();

  /** How often this instance looks whether a generation is to be opened or sealed. */
  @WithDefault("1m")
  Duration rotationLookEvery();

  /** Into how many tables the next generation's keys are hashed, 1 to 32. */
  @WithDefault("1")
  int parts();

  /** The schema of the tables, where the search path doesn't find them. */
  Optional<String> tableSchema();

  /** What the tables' names begin with; the migrations take {@code meridian.dedup_prefix}. */
  @WithDefault("dedup_")
  String tablePrefix();
}
