package dev.meridian.demo;

import dev.meridian.stack.ServiceJars;
import dev.meridian.stack.Stack;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Starts and ends one of each program, so that the JVM leaves class data archives for later starts.
 * {@code infra/demo/run} does this after a build.
 */
@Command(name = "prepare", hidden = true)
final class PrepareCommand implements Callable<Integer> {
  private static final String ONE = "eu";
  private static final String OTHER = "us";

  @Override
  public Integer call() {
    end(Stack.builder().regions(ONE).topics(DemoStack.topics()).services(ServiceJars.inCheckout()));
    end(Stack.builder().regions(ONE, OTHER).topics(DemoStack.topics()));
    return Main.PASSED;
  }

  private static void end(Stack.Builder builder) {
    try (Stack stack = builder.build()) {
      stack.start();
      stack.awaitMirrors();
    }
  }
}
