package dev.meridian.verifier.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verifier's command line. */
@Command(
    name = "verifier",
    mixinStandardHelpOptions = true,
    description =
        "Judges the invariants of a Meridian system: collect a digest per region, check them all.",
    subcommands = {CollectCommand.class, CheckCommand.class},
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:every invariant holds, or the digest was written",
      "1:an invariant is broken",
      "2:wrong usage, a region that can't be read, a digest that is damaged or missing"
    })
public final class Main implements Runnable {
  static final int HOLDS = 0;
  static final int BROKEN = 1;
  static final int UNKNOWN = 2;

  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The commands, with nothing run yet. */
  public static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (failure, line, parsed) -> {
              line.getErr().println(failure.getMessage());
              if (failure instanceof RuntimeException
                  && !failure.getClass().getName().startsWith("dev.meridian.")) {
                failure.printStackTrace(line.getErr());
              }
              return UNKNOWN;
            });
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do: collect or check");
  }
}
