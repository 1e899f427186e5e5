package dev.meridian.stack;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** The program that {@link GuardianIT} kills: one of each server, then it waits for its end. */
final class GuardedParent {

  static final String STARTED = "all started";

  private GuardedParent() {}

  public static void main(String[] arguments) throws InterruptedException {
    Stack stack = Stack.builder().regions("eu").dataFolder(Path.of(arguments[0])).build();
    stack.start();
    System.out.println(STARTED);
    new CountDownLatch(1).await();
  }
}
