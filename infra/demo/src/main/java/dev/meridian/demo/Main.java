package dev.meridian.demo;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The demo's command line. */
public final class Main {
  static final int PASSED = 0;
  static final int FAILED = 1;
  static final int WRONG_USAGE = 2;

  private static final String TERMINAL = "meridian.demo.terminal";
  private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

  private Main() {}

  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    if (System.getProperty(LOG_LEVEL) == null) {
      System.setProperty(LOG_LEVEL, "off");
    }
    System.exit(commandLine().execute(arguments));
  }

  /** The commands, with nothing run yet. */
  static CommandLine commandLine() {
    return new CommandLine(new RunCommand())
        .setParameterExceptionHandler(Main::wrongUsage)
        .setExecutionExceptionHandler((failure, line, parsed) -> failed(failure, line));
  }

  /** Whether standard output is a terminal; {@code infra/demo/run} finds out. */
  static boolean onTerminal() {
    return Boolean.getBoolean(TERMINAL);
  }

  private static int wrongUsage(ParameterException wrong, String[] arguments) {
    PrintWriter err = wrong.getCommandLine().getErr();
    err.println(wrong.getMessage());
    err.printf("All options: %s --help%n", wrong.getCommandLine().getCommandSpec().qualifiedName());
    return WRONG_USAGE;
  }

  /** A foreseeable failure has a sentence; anything else is a fault of ours and shows its trace. */
  private static int failed(Exception failure, CommandLine line) {
    if (failure.getClass().getName().startsWith("dev.meridian.")) {
      line.getErr().println(failure.getMessage());
    } else {
      failure.printStackTrace(line.getErr());
    }
    return FAILED;
  }
}
