package dev.meridian.demo;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Runs some payments through two regions and ends, so that each program's JVM leaves a class data
 * archive for later starts, with the classes of its work in it. {@code infra/demo/run} does this
 * after a build.
 */
@Command(name = "prepare", hidden = true)
final class PrepareCommand implements Callable<Integer> {
  private static final int PAYMENTS = 200;

  @Override
  public Integer call() throws InterruptedException {
    DemoOptions options =
        DemoOptions.of(1)
            .regions(List.of("eu", "us"))
            .payments(PAYMENTS)
            .cut(Duration.ZERO)
            .kill(false)
            .replay(false)
            .build();
    PrintStream nobody =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    DemoResult result =
        Demo.run(options, DemoFolder.of(null), new Console(nobody, false), Demo.ENDS);
    return result.passed() ? Main.PASSED : Main.FAILED;
  }
}
