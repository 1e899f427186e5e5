package dev.meridian.verifier.cli;

import dev.meridian.verifier.check.Expectations;
import dev.meridian.verifier.check.Report;
import dev.meridian.verifier.check.SentFile;
import dev.meridian.verifier.check.Verifier;
import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.DigestFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check}: all regions' digests against the invariants. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Judges all regions' digests: a line per invariant, the offending keys under a FAIL.")
final class CheckCommand implements Callable<Integer> {
  @Parameters(arity = "1..*", paramLabel = "DIGEST", description = "One digest of each region.")
  private List<Path> digests;

  @Option(names = "--sent", description = "What the generator has sent, with its header's kills.")
  private @Nullable Path sent;

  @Option(
      names = "--limit",
      defaultValue = "0",
      paramLabel = "SECONDS",
      description =
          "How long something may stay open. 0 (default): the system is at rest, nothing may be open.")
  private long limitSeconds;

  @Option(
      names = "--cut",
      description =
          "An instant (2026-11-29T14:00:00Z): what is younger isn't judged where regions are compared. "
              + "Default: the earliest snapshot minus the limit.")
  private @Nullable Instant cut;

  @Option(
      names = "--kills",
      description = "Processes killed with records in flight; overrides --sent's.")
  private @Nullable Integer kills;

  @Option(
      names = "--in-flight",
      description = "Records that one of them may have had in hand; overrides --sent's.")
  private @Nullable Long inFlight;

  @Option(
      names = "--keys",
      defaultValue = "" + Report.DEFAULT_NAMED_KEYS,
      description = "Offending keys to name per invariant. Default: ${DEFAULT-VALUE}.")
  private int namedKeys;

  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  CheckCommand() {}

  @Override
  public Integer call() throws IOException {
    List<Digest> opened = new ArrayList<>();
    digests.forEach(path -> opened.add(DigestFile.open(path)));
    Expectations expectations = expectations();
    Report report = Verifier.check(opened, expectations);
    PrintWriter out = spec.commandLine().getOut();
    report.print(out, namedKeys);
    out.flush();
    return report.passed() ? Main.HOLDS : Main.BROKEN;
  }

  private Expectations expectations() {
    Expectations expected = Expectations.running(Duration.ofSeconds(limitSeconds));
    if (cut != null) {
      expected = expected.asOf(cut);
    }
    if (sent != null) {
      SentFile file = SentFile.open(sent);
      expected = expected.withSent(file).withKills(file.header().kills(), file.header().inFlight());
    }
    return expected.withKills(
        kills == null ? expected.kills() : kills,
        inFlight == null ? expected.inFlight() : inFlight);
  }
}
