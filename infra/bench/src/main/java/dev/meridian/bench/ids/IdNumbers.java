package dev.meridian.bench.ids;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures what docs/ids.md shows and prints its tables: medians of forks, one row per library. */
public final class IdNumbers {

  private static final int DEFAULT_FORKS = 5;
  private static final int ITERATIONS = 3;
  private static final TimeValue ITERATION = TimeValue.milliseconds(250);
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final int forks;
  private final PrintStream out;

  private IdNumbers(int forks, PrintStream out) {
    this.forks = forks;
    this.out = out;
  }

  /** Runs all; the one argument is the number of forks. */
  public static void main(String[] arguments) throws RunnerException {
    int forks = arguments.length == 0 ? DEFAULT_FORKS : Integer.parseInt(arguments[0]);
    new IdNumbers(forks, System.out).run();
  }

  private void run() throws RunnerException {
    List<Medians> one = Medians.of(measured(DrawBenchmark.class, 1));
    List<Medians> two = Medians.of(measured(DrawBenchmark.class, 2));
    List<Medians> text = Medians.of(measured(TextBenchmark.class, 1));
    out.printf("Java %s, medians of %d forks%n%n", Runtime.version(), forks);
    out.println("| million ids per second | one thread | two threads in total | bytes per id |");
    out.println("|---|---:|---:|---:|");
    for (int i = 0; i < one.size(); i++) {
      row(one.get(i).name(), one.get(i).score(), two.get(i).score(), one.get(i).bytes());
    }
    out.printf("%n| nanoseconds | median | bytes |%n|---|---:|---:|%n");
    text.forEach(median -> row(median.name(), median.score(), median.bytes()));
  }

  /** One benchmark's medians over its forks. */
  private record Medians(String name, double score, double bytes) {

    static List<Medians> of(Collection<RunResult> results) {
      return results.stream().map(Medians::of).sorted(Comparator.comparing(Medians::name)).toList();
    }

    private static Medians of(RunResult result) {
      String benchmark = result.getParams().getBenchmark();
      return new Medians(
          benchmark.substring(benchmark.lastIndexOf('.') + 1),
          median(result, BenchmarkResult::getPrimaryResult),
          median(result, fork -> fork.getSecondaryResults().get(ALLOCATED)));
    }

    private static double median(RunResult result, Function<BenchmarkResult, Result<?>> which) {
      double[] perFork =
          result.getBenchmarkResults().stream()
              .mapToDouble(fork -> which.apply(fork).getScore())
              .sorted()
              .toArray();
      return perFork[perFork.length / 2];
    }
  }

  private Collection<RunResult> measured(Class<?> benchmark, int threads) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include(benchmark.getName())
                .threads(threads)
                .forks(forks)
                .warmupIterations(ITERATIONS)
                .warmupTime(ITERATION)
                .measurementIterations(ITERATIONS)
                .measurementTime(ITERATION)
                .addProfiler(GCProfiler.class)
                // else what allocates is charged with the first touch of the heap's pages
                .jvmArgs("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch")
                .verbosity(VerboseMode.SILENT)
                .build())
        .run();
  }

  private void row(String name, double... cells) {
    out.print("| `" + name + "` |");
    for (double cell : cells) {
      out.printf(Locale.ROOT, cell < 10 ? " %.1f |" : " %.0f |", cell);
    }
    out.println();
  }
}
