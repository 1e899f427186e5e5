package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.demo.disturb.Damage;
import dev.meridian.verifier.check.Finding;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One region, some hundred payments, on real servers; what three regions do is in the system tests.
 */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class DemoIT {
  private static final int PAYMENTS = 400;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Console console =
      new Console(new PrintStream(shown, true, StandardCharsets.UTF_8), false);

  @Test
  void run_withAKilledConsumerAndAReplay_endsInPass() throws InterruptedException {
    DemoResult result = Demo.run(oneRegion().compareNaive(true).build(), console, Demo.ENDS);

    assertThat(result.passed()).as(shown.toString(StandardCharsets.UTF_8)).isTrue();
    assertThat(result.replayed()).isPositive();
    assertThat(result.killed()).hasValueSatisfying(k -> assertThat(k.hadEnough()).isTrue());
    assertThat(result.report().naive())
        .satisfies(naive -> assertThat(naive.intents()).isGreaterThan(PAYMENTS / 20));
    assertThat(shown.toString(StandardCharsets.UTF_8).lines().toList())
        .anyMatch(line -> line.startsWith("PASS"))
        .anyMatch(line -> line.contains("seed 3"));
  }

  @Test
  void run_withADoubleBooking_endsInFailAndNamesTheKey() throws InterruptedException {
    DemoResult result = Demo.run(damaged(Damage.DOUBLE_BOOKING), console, Demo.ENDS);

    assertThat(result.passed()).isFalse();
    assertNamesTheDamagedKey(result);
  }

  @Test
  void run_withALostPayment_endsInFailAndNamesTheKey() throws InterruptedException {
    DemoResult result = Demo.run(damaged(Damage.LOST_PAYMENT), console, Demo.ENDS);

    assertThat(result.passed()).isFalse();
    assertNamesTheDamagedKey(result);
  }

  private static void assertNamesTheDamagedKey(DemoResult result) {
    String damage = String.valueOf(result.report().damage());
    String key = damage.substring(damage.indexOf(": ") + 2);
    List<Finding> findings = result.report().verdict().findings();
    assertThat(findings).anyMatch(finding -> finding.key().contains(key));
  }

  private static DemoOptions damaged(Damage damage) {
    return oneRegion().payments(100).kill(false).replay(false).damage(damage).build();
  }

  private static DemoOptions.Builder oneRegion() {
    return DemoOptions.of(3)
        .regions(List.of("eu"))
        .payments(PAYMENTS)
        .perSecond(100)
        .cut(Duration.ZERO);
  }
}
