package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.DedupMeters;
import dev.meridian.dedup.MarkThread;
import dev.meridian.dedup.Rotation;
import dev.meridian.dedup.TieredDeduplicator;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.DefaultBean;
import io.vertx.redis.client.Redis;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import javax.sql.DataSource;

/** Makes the deduplicator and its job from the settings. */
@Singleton
class DedupWiring {

  @Produces
  @Singleton
  DedupSettings settings(DedupConfig config) {
    return DedupSettings.of(config);
  }

  @Produces
  @Singleton
  @DefaultBean
  DedupMeters meters(MeterRegistry registry, DedupSettings settings) {
    return new MicrometerDedupMeters(registry, settings.windowsOfGroups().keySet());
  }

  @Produces
  @Singleton
  GuardedMarkStore store(DedupConfig config, Redis redis, MeterRegistry registry) {
    GuardedMarkStore store =
        new GuardedMarkStore(
            new RedisMarkStore(redis, config.redisTimeout()),
            config.breakerCalls(),
            config.breakerDelay());
    BreakerGauges.register(registry, store);
    return store;
  }

  @Produces
  @Singleton
  MarkThread markThread() {
    return new MarkThread();
  }

  void stop(@Disposes MarkThread markThread) {
    markThread.close();
  }

  @Produces
  @Singleton
  TieredDeduplicator deduplicator(
      DedupConfig config,
      DedupSettings settings,
      DedupMeters meters,
      Instance<GuardedMarkStore> store,
      MarkThread markThread) {
    TieredDeduplicator.Builder builder =
        TieredDeduplicator.builder()
            .tables(settings.tables())
            .windows(settings.windows())
            .cache(config.cachedMarks())
            .meters(meters);
    settings.windowsOfGroups().forEach(builder::windows);
    if (config.hot()) {
      builder.hot(store.get()).markOn(markThread);
      config.waitForOthers().ifPresent(builder::waitForOthers);
    }
    return builder.build();
  }

  @Produces
  @Singleton
  Rotation rotation(DataSource database, DedupSettings settings) {
    return new Rotation(database, settings.tables(), settings.rotation());
  }
}
