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
import dev.meridian.verifier.digest.Digest;
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
 * Two regions, one of which owns all balances, and some hundred payments on real servers; what
 * three regions do is in {@link ThreeRegionsIT}.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DemoIT {
  private static final boolean LONG = "long".equals(System.getProperty("meridian.test.rounds"));
  private static final int PAYMENTS = LONG ? 1_600 : 400;
  private static final Duration CUT = LONG ? DemoOptions.DEFAULT_CUT : Duration.ZERO;

  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Console console =
      new Console(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
  private final AtomicReference<@Nullable Report> afterTheLoss = new AtomicReference<>();
  private @Nullable String lost;

  @Test
  void run_oneHomeWithAKillAReplayAndTwoFaults_passesUntilTheFaultsAndNamesTheirKeys()
      throws InterruptedException {
    DemoOptions options =
        DemoOptions.of(3)
            .regions(List.of("cn", "eu"))
            .payments(PAYMENTS)
            .perSecond(100)
            .home(DemoOptions.SINGLE_HOME + "eu")
            .cut(CUT)
            .compareNaive(true)
            .damage(Damage.DOUBLE_BOOKING)
            .build();

    DemoResult result =
        Demo.run(options, DemoFolder.of(null), console, (reported, stack) -> loseAPayment(stack));

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
    List<Digest> digests =
        stack.regions().stream()
            .map(each -> Collector.collect(DemoStack.view(each).address()))
            .toList();
    afterTheLoss.set(Verifier.check(digests, Expectations.quiet()));
  }

  private static boolean names(Finding finding, String key) {
    return finding.key().contains(key);
  }

  private String output() {
    return shown.toString(StandardCharsets.UTF_8);
  }
}
