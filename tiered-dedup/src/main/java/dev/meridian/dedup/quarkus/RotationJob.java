package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.GenerationState;
import dev.meridian.dedup.Rotation;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jboss.logging.Logger;

/**
 * Looks at the generations now and then, on a thread of its own, in every instance: one of them
 * opens and seals. A round that fails is logged and the next one goes on; how late it is are
 * gauges.
 */
@Singleton
class RotationJob {
  private static final Logger LOG = Logger.getLogger(RotationJob.class);
  private static final long STOP_WITHIN_SECONDS = 5;
  private static final GenerationState UNKNOWN =
      new GenerationState(0, 0, Duration.ZERO, 0, Duration.ZERO);

  private final Rotation rotation;
  private final Duration lookEvery;
  private final MeterRegistry registry;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "dedup-rotation");
            made.setDaemon(true);
            return made;
          });
  private volatile GenerationState state = UNKNOWN;

  RotationJob(Rotation rotation, DedupConfig config, MeterRegistry registry) {
    this.rotation = rotation;
    this.lookEvery = config.rotationLookEvery();
    this.registry = registry;
  }

  void start(@Observes StartupEvent event) {
    gauge("meridian_dedup_generations", GenerationState::generations);
    gauge("meridian_dedup_rotation_overdue_seconds", s -> s.overdue().toSeconds());
    gauge("meridian_dedup_unsealed_generations", GenerationState::unsealed);
    gauge("meridian_dedup_sealing_overdue_seconds", s -> s.sealingOverdue().toSeconds());
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(this::round, 0, lookEvery.toMillis(), TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    rotation.close();
    thread.shutdownNow();
    if (!thread.awaitTermination(STOP_WITHIN_SECONDS, TimeUnit.SECONDS)) {
      LOG.warn("The rotation's round didn't end in time; its transaction is rolled back");
    }
  }

  private void round() {
    try {
      OptionalInt opened = rotation.run();
      opened.ifPresent(generation -> LOG.infof("Generation %d is open", (Integer) generation));
    } catch (SQLException | RuntimeException e) {
      LOG.warnf("Generations couldn't be rotated, the next round tries again: %s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    measure();
  }

  private void measure() {
    try {
      state = rotation.state();
    } catch (SQLException | RuntimeException e) {
      LOG.debugf(e, "The generations' state couldn't be read");
    }
  }

  private void gauge(String name, ToDoubleFunction<GenerationState> value) {
    Gauge.builder(name, this, job -> value.applyAsDouble(job.state)).register(registry);
  }
}
