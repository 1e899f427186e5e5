package dev.meridian.verifier.cli;

import dev.meridian.verifier.collect.Collector;
import dev.meridian.verifier.collect.RegionAddress;
import dev.meridian.verifier.digest.Digest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code collect}: one region's digest into a file. */
@Command(
    name = "collect",
    mixinStandardHelpOptions = true,
    description = "Writes one region's digest; run it inside the region. Reads only.")
final class CollectCommand implements Callable<Integer> {
  @Option(names = "--region", required = true, description = "The region's code.")
  private String region;

  @Option(
      names = "--consumer-db",
      required = true,
      description = "JDBC URL of region-consumer's database.")
  private String consumerUrl;

  @Option(
      names = "--ledger-db",
      required = true,
      description = "JDBC URL of home-region-ledger's database.")
  private String ledgerUrl;

  @Option(
      names = "--user",
      defaultValue = "${env:MERIDIAN_VERIFIER_USER:-postgres}",
      description =
          "May read both databases; or MERIDIAN_VERIFIER_USER. Default: ${DEFAULT-VALUE}.")
  private String user;

  @Option(
      names = "--password",
      defaultValue = "${env:MERIDIAN_VERIFIER_PASSWORD:-}",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description = "Or MERIDIAN_VERIFIER_PASSWORD, which other users of the machine can't see.")
  private String password;

  @Option(
      names = "--kafka",
      description =
          "host:port of the region's Kafka; without it lag and committed positions aren't judged.")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--redis",
      description = "URI of the region's Redis; without it hot marks aren't judged.")
  private @Nullable String redisUri;

  @Option(
      names = "--out",
      required = true,
      description = "The file to write; replaced if it is there.")
  private Path out;

  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  CollectCommand() {}

  @Override
  public Integer call() {
    RegionAddress address =
        new RegionAddress(
            region, consumerUrl, ledgerUrl, user, password, bootstrapServers, redisUri);
    Digest digest = Collector.collect(address, out);
    long rows = digest.header().rows().values().stream().mapToLong(Long::longValue).sum();
    spec.commandLine()
        .getOut()
        .printf("%s: %,d rows as of %s in %s%n", region, rows, digest.header().at(), out);
    return Main.HOLDS;
  }
}
