package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.MemoryWatch;
import dev.meridian.stack.KafkaBroker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole system: real brokers, databases, mirrors, links and packaged services. The run ends
 * with the verifier's verdict over all regions. One region that owns all balances is in {@link
 * DemoIT}.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ThreeRegionsIT {
  private static final boolean LONG = "long".equals(System.getProperty("meridian.test.rounds"));
  private static final int PAYMENTS = LONG ? 8_000 : 2_000;
  private static final Duration CUT = Duration.ofSeconds(LONG ? 30 : 6);
  private static final long SEED = System.nanoTime();

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Console console =
      new Console(new PrintStream(shown, true, StandardCharsets.UTF_8), false);

  @TempDir Path folder;

  @Test
  void demo_cutKillAndBrokerKillUnderLoad_passesEveryInvariant() throws Exception {
    DemoOptions options = DemoOptions.of(SEED).payments(PAYMENTS).perSecond(250).cut(CUT).build();
    try (DemoStack regions = new DemoStack(options, folder)) {
      regions.start();
      CompletableFuture<Void> brokerKilled =
          CompletableFuture.runAsync(() -> killBrokerUnderLoad(regions, "cn"));

      DemoResult result = run(options, regions);

      brokerKilled.get(1, TimeUnit.MINUTES);
      assertThat(result.passed()).as(() -> output(result)).isTrue();
      assertThat(result.killed()).hasValueSatisfying(k -> assertThat(k.hadEnough()).isTrue());
    }
  }

  private DemoResult run(DemoOptions options, DemoStack regions)
      throws InterruptedException, SQLException {
    try (MemoryWatch memory = new MemoryWatch().start()) {
      return new DemoRun(options, regions, folder, System.nanoTime(), console, memory).run();
    }
  }

  private static void killBrokerUnderLoad(DemoStack regions, String region) {
    try (Backlog backlog = new Backlog(regions.views())) {
      await()
          .atMost(Duration.ofMinutes(3))
          .until(
              () -> backlog.offsets(region).records(List.of("payments." + region)) > PAYMENTS / 20);
    }
    KafkaBroker broker = regions.stack().region(region).kafka();
    broker.kill();
    broker.start();
  }

  private String output(DemoResult result) {
    result.report().lines().forEach(console::line);
    return "seed " + SEED + "\n" + shown.toString(StandardCharsets.UTF_8);
  }
}
