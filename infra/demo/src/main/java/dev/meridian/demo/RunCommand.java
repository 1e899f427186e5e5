package dev.meridian.demo;

import dev.meridian.demo.disturb.Damage;
import dev.meridian.demo.load.LoadException;
import dev.meridian.demo.plan.PlanOptions;
import dev.meridian.demo.watch.WatchException;
import dev.meridian.stack.StackException;
import dev.meridian.verifier.collect.CollectException;
import dev.meridian.verifier.digest.UnreadableDigestException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The demo itself: what {@code infra/demo/run} does without a subcommand. */
@Command(
    name = "infra/demo/run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    header =
        "Runs payments through several regions on this machine and proves what became of the money.",
    description = {
      "",
      "Starts each region's Kafka, PostgreSQL, Redis, MirrorMaker and services as child processes,"
          + " sends payments with duplicates, cuts a link, kills a consumer, and ends with a report:"
          + " PASS if every invariant holds and every count is the generator's.",
      ""
    },
    subcommands = {
      GenerateCommand.class,
      ReplayCommand.class,
      VerifyCommand.class,
      PrepareCommand.class
    },
    subcommandsRepeatable = false,
    commandListHeading = "%nPrograms that take addresses, for compose and clusters:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:PASS",
      "1:FAIL, or something that the run needs did not work",
      "2:an option has a value that it can't have",
      "130:interrupted by Ctrl-C"
    })
final class RunCommand implements Callable<Integer> {
  private static final int MAX_PER_SECOND = 1_000_000;
  private static final String NAIVE = "naive";

  @Option(
      names = "--seed",
      paramLabel = "<number>",
      description = "Repeats a run's random choices. Default: another one each time; printed.")
  private @Nullable String seed;

  @Option(
      names = "--payments",
      paramLabel = "<number>",
      defaultValue = "" + DemoOptions.DEFAULT_PAYMENTS,
      description =
          "Payments that move money; a known few that must not come on top. Default: ${DEFAULT-VALUE}.")
  private String payments;

  @Option(
      names = "--duplicates",
      paramLabel = "<percent>",
      defaultValue = DemoOptions.DEFAULT_DUPLICATE_PERCENT + "%",
      description = "Further records per hundred payments. Default: ${DEFAULT-VALUE}.")
  private String duplicates;

  @Option(
      names = "--rate",
      paramLabel = "<per second>",
      defaultValue = "" + DemoOptions.DEFAULT_PER_SECOND,
      description =
          "Records per second over all regions; 0: as fast as they come. Default: ${DEFAULT-VALUE}.")
  private String rate;

  @Option(
      names = "--regions",
      paramLabel = "<codes>",
      defaultValue = "cn,eu,us",
      description =
          "Separated by commas; one is enough for a small laptop. Default: ${DEFAULT-VALUE}.")
  private String regions;

  @Option(
      names = "--delay",
      paramLabel = "<duration>",
      defaultValue = "80ms",
      description = "Of each link between regions, each way. Default: ${DEFAULT-VALUE}.")
  private String delay;

  @Option(
      names = "--cut",
      paramLabel = "<duration>",
      defaultValue = "30s",
      description =
          "How long the last region's links are cut in the middle; 0s: never. Default: ${DEFAULT-VALUE}.")
  private String cut;

  @Option(names = "--calm", description = "Cuts no link, kills nothing, publishes nothing again.")
  private boolean calm;

  @Option(
      names = "--home",
      paramLabel = "<account or region>",
      defaultValue = "account",
      description =
          "Who owns a balance: the region in the account's id (account), or one region for all (eu). Default: ${DEFAULT-VALUE}.")
  private String home;

  @Option(
      names = "--compare",
      paramLabel = NAIVE,
      description =
          "Runs a plain at-least-once consumer beside ours and reports what it moves twice.")
  private @Nullable String compare;

  @Option(
      names = "--break",
      paramLabel = "<fault>",
      description =
          "Damages a database before the verifier looks, which has to say FAIL: double-booking, lost-payment.")
  private @Nullable String fault;

  @Option(
      names = "--stay",
      description =
          "Keeps everything running after the report and prints addresses; Ctrl-C ends it.")
  private boolean stay;

  @Option(
      names = "--data",
      paramLabel = "<folder>",
      description =
          "Where data and logs go, and stay; must be empty. Default: a temporary folder, deleted after a PASS; any other end leaves it and names it.")
  private @Nullable Path data;

  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  RunCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    DemoOptions options = options();
    DemoFolder folder = folder();
    Console console = new Console(System.out, Main.onTerminal());
    Interruption interruption = Interruption.listen(console, folder.path());
    try {
      Stay staying = new Stay(options, console);
      DemoResult result =
          Demo.run(
              options,
              folder,
              console,
              (reported, stack) -> {
                interruption.reported();
                staying.reported(reported, stack);
              });
      return result.passed() ? Main.PASSED : Main.FAILED;
    } catch (DemoException
        | LoadException
        | WatchException
        | StackException
        | CollectException
        | UnreadableDigestException e) {
      if (!interruption.isBehindFailures()) {
        console.line("The demo can't go on: " + e.getMessage());
      }
      return Main.FAILED;
    } finally {
      interruption.finished();
    }
  }

  private DemoFolder folder() {
    try {
      return DemoFolder.of(data);
    } catch (DemoException wrong) {
      throw wrongUsage(wrong);
    }
  }

  /** What the options say; every wrong one is told in a sentence. */
  private DemoOptions options() {
    try {
      List<String> codes = OptionTexts.regions("--regions", regions);
      DemoOptions.Builder builder =
          DemoOptions.of(OptionTexts.seed("--seed", seed))
              .payments(OptionTexts.number("--payments", payments, 1, PlanOptions.MAX_PAYMENTS))
              .duplicatePercent(OptionTexts.percent("--duplicates", duplicates))
              .perSecond(OptionTexts.number("--rate", rate, 0, MAX_PER_SECOND))
              .regions(codes)
              .linkDelay(OptionTexts.duration("--delay", delay))
              .home(OptionTexts.home("--home", home, codes))
              .stay(stay)
              .damage(damage())
              .compareNaive(compares());
      return (calm
              ? builder.cut(Duration.ZERO).kill(false).replay(false)
              : builder.cut(OptionTexts.duration("--cut", cut)))
          .build();
    } catch (IllegalArgumentException wrong) {
      throw wrongUsage(wrong);
    }
  }

  private ParameterException wrongUsage(Exception wrong) {
    return new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
  }

  private boolean compares() {
    if (compare != null && !compare.equals(NAIVE)) {
      throw OptionTexts.wrong("--compare", compare, "write naive");
    }
    return compare != null;
  }

  private @Nullable Damage damage() {
    String wanted = fault;
    if (wanted == null) {
      return null;
    }
    return Stream.of(Damage.values())
        .filter(each -> each.option().equals(wanted))
        .findAny()
        .orElseThrow(
            () -> OptionTexts.wrong("--break", wanted, "write double-booking or lost-payment"));
  }
}
