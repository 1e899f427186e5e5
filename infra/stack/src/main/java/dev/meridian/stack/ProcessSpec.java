package dev.meridian.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * How to run one program.
 *
 * @param name what messages call it
 * @param command the program and its arguments
 * @param environment added to this JVM's own
 * @param folder the working directory, which exists
 * @param port the port that a failed start names
 * @param ready whether the running program answers; what it throws counts as "not yet"
 * @param startLimit how long it may take until ready
 * @param stopSignal the POSIX signal that asks it to end
 * @param stopLimit how long it may take to end before it is killed
 */
record ProcessSpec(
    String name,
    List<String> command,
    Map<String, String> environment,
    Path folder,
    int port,
    Callable<Boolean> ready,
    Duration startLimit,
    String stopSignal,
    Duration stopLimit) {

  ProcessSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }
}
