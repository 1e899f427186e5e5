package dev.meridian.demo.report;

import dev.meridian.demo.naive.MovedTwice;
import dev.meridian.demo.plan.Expected;
import dev.meridian.demo.watch.Percentiles;
import dev.meridian.verifier.check.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run, as a person reads it.
 *
 * @param expected what the plan says
 * @param extra what the run added to the plan
 * @param comparison what was counted beside it
 * @param counts by region
 * @param measured times and memory
 * @param naive what the naive consumers did, if they ran
 * @param damaged what was damaged on purpose, if anything
 * @param verdict the verifier's
 */
public record DemoReport(
    Expected expected,
    Comparison.Extra extra,
    List<Comparison.Line> comparison,
    List<RegionCounts> counts,
    Measured measured,
    @Nullable MovedTwice naive,
    @Nullable Damaged damaged,
    Report verdict) {

  private static final String INDENT = "  ";

  /** Where nothing was measured. */
  private static final String NONE = "-";

  /** Whether every invariant holds and every count is right. */
  public boolean passed() {
    return verdict.passed() && comparison.stream().allMatch(Comparison.Line::isRight);
  }

  /** The whole report, line by line. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(List.of("", "REPORT"));
    lines.addAll(comparisonLines());
    lines.add("");
    lines.addAll(DuplicateTable.lines(counts, expected.roles(), INDENT));
    lines.add(
        INDENT
            + "planned: by the generator; replays, a killed consumer and commands sent again come on top");
    lines.add("");
    lines.addAll(latencyLines());
    lines.addAll(limitLines());
    lines.addAll(naiveLines());
    if (damaged != null) {
      lines.addAll(List.of("", INDENT + damaged.words()));
    }
    lines.add("");
    verdict.toString().lines().forEach(line -> lines.add(INDENT + line));
    lines.addAll(List.of("", lastLine()));
    return lines;
  }

  private String lastLine() {
    if (passed()) {
      return "PASS";
    }
    long wrong = comparison.stream().filter(line -> !line.isRight()).count();
    long broken = verdict.judgements().stream().filter(each -> !each.passed()).count();
    return "FAIL: %d invariants are broken, %d counts are not the generator's"
        .formatted(broken, wrong);
  }

  private List<String> comparisonLines() {
    TextTable table = new TextTable(1);
    table.add("", "generator", "counted", "");
    for (Comparison.Line line : comparison) {
      String most = line.most() == line.least() ? "" : " …%,d".formatted(line.most());
      table.add(
          line.name(),
          "%,d%s".formatted(line.least(), most),
          "%,d".formatted(line.counted()),
          line.isRight() ? "" : "WRONG");
    }
    List<String> lines = table.lines(INDENT);
    List<String> all = new ArrayList<>(lines);
    all.add(
        INDENT
            + "beyond the plan: %,d replayed, %,d twice after the kill, %,d twice by mirrors"
                .formatted(extra.replayed(), extra.cameTwice(), extra.carriedTwice()));
    all.add(INDENT + "money moved: " + money(expected.movedMinor()));
    return all;
  }

  private static String money(Map<String, Long> minor) {
    List<String> amounts = new ArrayList<>();
    new TreeMap<>(minor).forEach((currency, n) -> amounts.add(Words.money(n, currency)));
    return String.join(", ", amounts);
  }

  private List<String> latencyLines() {
    TextTable table = new TextTable(1);
    table.add("latency", "p50", "p99", "max", "payments", "all: p99", "max");
    table.add(cells("local", measured.local(), measured.localAll()));
    table.add(cells("cross-region", measured.cross(), measured.crossAll()));
    List<String> lines = new ArrayList<>(table.lines(INDENT));
    lines.add(
        INDENT
            + "from right before producing to reading the final state on payment-events, both by this"
            + " program's clock;");
    lines.add(INDENT + "\"all\" includes payments that met a cut link or a killed consumer");
    return lines;
  }

  private static List<String> cells(String name, Percentiles calm, Percentiles all) {
    return List.of(
        name,
        calm.count() == 0 ? NONE : Words.latency(calm.p50()),
        calm.count() == 0 ? NONE : Words.latency(calm.p99()),
        calm.count() == 0 ? NONE : Words.latency(calm.max()),
        "%,d".formatted(calm.count()),
        all.count() == 0 ? NONE : Words.latency(all.p99()),
        all.count() == 0 ? NONE : Words.latency(all.max()));
  }

  private List<String> limitLines() {
    List<String> lines = new ArrayList<>(List.of(""));
    List<String> starts = new ArrayList<>();
    new TreeMap<>(measured.firstAccepted())
        .forEach((region, time) -> starts.add(region + " " + Words.seconds(time)));
    lines.add(
        INDENT
            + "start to first accepted payment: %s   (limit %s)%s"
                .formatted(
                    String.join(", ", starts),
                    Words.seconds(Measured.START_LIMIT),
                    over(
                        measured.firstAccepted().values().stream()
                            .anyMatch(time -> time.compareTo(Measured.START_LIMIT) > 0))));
    Duration run = measured.run();
    lines.add(
        INDENT
            + "run after that: %s   (limit %s for the default run)%s"
                .formatted(
                    Words.seconds(run),
                    Words.seconds(Measured.RUN_LIMIT),
                    over(run.compareTo(Measured.RUN_LIMIT) > 0)));
    lines.add(INDENT + memoryLine());
    return lines;
  }

  private String memoryLine() {
    if (measured.highestPssBytes().isEmpty()) {
      return "memory: not measured on this system";
    }
    long bytes = measured.highestPssBytes().getAsLong();
    return "highest sum of PSS of all processes: %s   (limit %s)%s"
        .formatted(
            Words.gigabytes(bytes),
            Words.gigabytes(Measured.PSS_LIMIT_BYTES),
            over(bytes > Measured.PSS_LIMIT_BYTES));
  }

  private static String over(boolean isOver) {
    return isOver ? "   OVER" : "";
  }

  private List<String> naiveLines() {
    if (naive == null) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(List.of(""));
    lines.add(
        INDENT
            + "a naive consumer on the same stream moved money %,d times; for %,d intents more than once: %s too much"
                .formatted(naive.movements(), naive.intents(), money(naive.extraMinor())));
    for (MovedTwice.Example example : naive.examples()) {
      lines.add(
          INDENT
              + "  %s: %d times, %s too much"
                  .formatted(
                      example.businessKey(),
                      example.times(),
                      Words.money(example.extraMinor(), example.currency())));
    }
    return lines;
  }
}
