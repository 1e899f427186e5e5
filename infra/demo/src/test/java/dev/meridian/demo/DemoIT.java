package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.demo.disturb.Damage;
import dev.meridian.demo.report.Damaged;
import dev.meridian.demo.report.DemoReport;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.stack.Stack;
import dev.meridian.verifier.check.Expectations;
import dev.meridian.verifier.check.Finding;
import dev.meridian.verifier.check.Report;
import dev.meridian.verifier.check.Verifier;
import dev.meridian.verifier.collect.Collector;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One region, some hundred payments, on real servers; what three regions do is in the system tests.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DemoIT {
  private static final int PAYMENTS = 400;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Console console =
      new Console(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
  private final AtomicReference<@Nullable Report> afterTheLoss = new AtomicReference<>();
  private @Nullable String lost;

  @Test
  void run_withAKillAReplayAndTwoFaults_passesUntilTheFaultsAndNamesTheirKeys()
      throws InterruptedException {
    DemoOptions options =
        DemoOptions.of(3)
            .regions(List.of("eu"))
            .payments(PAYMENTS)
            .perSecond(100)
            .cut(Duration.ZERO)
            .compareNaive(true)
            .damage(Damage.DOUBLE_BOOKING)
            .build();

    DemoResult result = Demo.run(options, console, (reported, stack) -> loseAPayment(stack));

    DemoReport report = result.report();
    Damaged damaged = Objects.requireNonNull(report.damaged());
    assertThat(damaged.before().passed()).as(output()).isTrue();
    assertThat(report.comparison()).as(output()).allMatch(line -> line.isRight());
    assertThat(result.passed()).isFalse();
    assertThat(report.verdict().findings()).anyMatch(f -> names(f, damaged.businessKey()));
    assertThat(Objects.requireNonNull(afterTheLoss.get()).findings())
        .anyMatch(finding -> names(finding, String.valueOf(lost)));
    assertThat(result.replayed()).isPositive();
    assertThat(result.killed()).hasValueSatisfying(k -> assertThat(k.hadEnough()).isTrue());
    assertThat(Objects.requireNonNull(report.naive()).intents()).isGreaterThan(PAYMENTS / 20);
    assertThat(output().lines()).anyMatch(line -> line.contains("seed 3"));
  }

  private void loseAPayment(Stack stack) {
    RegionView eu = DemoStack.view(stack.region("eu"));
    try {
      lost = Damage.LOST_PAYMENT.damage(eu);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    afterTheLoss.set(
        Verifier.check(List.of(Collector.collect(eu.address())), Expectations.quiet()));
  }

  private static boolean names(Finding finding, String key) {
    return finding.key().contains(key);
  }

  private String output() {
    return shown.toString(StandardCharsets.UTF_8);
  }
}
