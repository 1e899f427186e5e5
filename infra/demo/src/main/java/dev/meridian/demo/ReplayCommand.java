package dev.meridian.demo;

import dev.meridian.demo.load.Replayer;
import dev.meridian.messages.Topics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code replay}: publishes a topic's last minutes again. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Publishes a region's last payments again, unchanged, as a failback of mirrored topics does.")
final class ReplayCommand implements Callable<Integer> {
  private static final String NO_BOUND = "2147483647";

  @Option(
      names = "--region",
      required = true,
      paramLabel = "<code>",
      description = "Whose payments topic.")
  private String region;

  @Option(
      names = "--kafka",
      required = true,
      paramLabel = "<host:port>",
      description = "That region's Kafka.")
  private String kafka;

  @Option(
      names = "--last",
      paramLabel = "<duration>",
      defaultValue = "2m",
      description = "How far back. Default: ${DEFAULT-VALUE}.")
  private String last;

  @Option(
      names = "--most",
      paramLabel = "<number>",
      defaultValue = NO_BOUND,
      description = "At most so many records. Default: all.")
  private String most;

  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  ReplayCommand() {}

  @Override
  public Integer call() {
    Duration back = read(() -> OptionTexts.duration("--last", last));
    int bound = read(() -> OptionTexts.number("--most", most, 1, Integer.MAX_VALUE));
    Instant since = InstantSource.system().instant().minus(back);
    int replayed = new Replayer(kafka).replay(Topics.payments(region), since, bound).size();
    spec.commandLine().getOut().printf("%,d records were published again%n", replayed);
    return Main.PASSED;
  }

  private <T> T read(Supplier<T> option) {
    try {
      return option.get();
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), String.valueOf(wrong.getMessage()), wrong);
    }
  }
}
