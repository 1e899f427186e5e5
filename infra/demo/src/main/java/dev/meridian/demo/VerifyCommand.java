package dev.meridian.demo;

import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.Left;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.verifier.check.Expectations;
import dev.meridian.verifier.check.Report;
import dev.meridian.verifier.check.SentFile;
import dev.meridian.verifier.check.Verifier;
import dev.meridian.verifier.collect.Collector;
import dev.meridian.verifier.digest.Digest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code verify}: waits until a system is at rest, collects every region's digest, judges. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = "Waits until running regions are at rest and judges every invariant.")
final class VerifyCommand implements Callable<Integer> {
  @Option(
      names = "--kafka",
      required = true,
      paramLabel = "<region=host:port>",
      description = "A region's Kafka; once per region.")
  private Map<String, String> kafkas;

  @Option(
      names = "--redis",
      paramLabel = "<region=uri>",
      description = "A region's Redis; without it that region's hot marks aren't judged.")
  private Map<String, String> redis = Map.of();

  @Option(
      names = "--consumer-db",
      required = true,
      paramLabel = "<region=JDBC URL>",
      description = "region-consumer's database; once per region.")
  private Map<String, String> consumers;

  @Option(
      names = "--ledger-db",
      required = true,
      paramLabel = "<region=JDBC URL>",
      description = "home-region-ledger's database; once per region.")
  private Map<String, String> ledgers;

  @Option(
      names = "--user",
      defaultValue = "${env:MERIDIAN_VERIFIER_USER:-postgres}",
      description = "May read them; or MERIDIAN_VERIFIER_USER. Default: ${DEFAULT-VALUE}.")
  private String user;

  @Option(
      names = "--password",
      defaultValue = "${env:MERIDIAN_VERIFIER_PASSWORD:-}",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description = "Or MERIDIAN_VERIFIER_PASSWORD, which other users of the machine can't see.")
  private String password;

  @Option(
      names = "--sent",
      paramLabel = "<file>",
      description = "What generate wrote: then every request has to be accounted for.")
  private @Nullable Path sent;

  @Option(
      names = "--wait",
      paramLabel = "<duration>",
      defaultValue = "2m",
      description = "How long to wait for rest. Default: ${DEFAULT-VALUE}.")
  private String wait;

  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  VerifyCommand() {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<RegionView> views = views();
    try (Backlog backlog = new Backlog(views)) {
      Left left = Settling.await(backlog, limit());
      if (!left.isNothing()) {
        out.println("not at rest: " + left.words());
      }
    }
    List<Digest> digests = new ArrayList<>();
    views.forEach(view -> digests.add(Collector.collect(view.address())));
    Report report = Verifier.check(digests, expectations());
    out.print(report);
    out.println(report.passed() ? "PASS" : "FAIL");
    out.flush();
    return report.passed() ? Main.PASSED : Main.FAILED;
  }

  private Expectations expectations() {
    Expectations quiet = Expectations.quiet();
    if (sent == null) {
      return quiet;
    }
    SentFile file = SentFile.open(sent);
    return quiet.withSent(file).withKills(file.header().kills(), file.header().inFlight());
  }

  private List<RegionView> views() {
    if (!kafkas.keySet().equals(consumers.keySet()) || !kafkas.keySet().equals(ledgers.keySet())) {
      throw new ParameterException(
          spec.commandLine(),
          "--kafka, --consumer-db and --ledger-db must be given for the same regions.");
    }
    return kafkas.keySet().stream().sorted().map(this::view).toList();
  }

  private RegionView view(String region) {
    return new RegionView(
        region,
        String.valueOf(kafkas.get(region)),
        String.valueOf(consumers.get(region)),
        String.valueOf(ledgers.get(region)),
        user,
        password,
        redis.get(region));
  }

  private Duration limit() {
    try {
      return OptionTexts.duration("--wait", wait);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
    }
  }
}
