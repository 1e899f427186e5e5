package dev.meridian.stack;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One instance of a service.
 *
 * @param name unique within the stack
 * @param folder for its log; shared by the instances of a region
 * @param jar an executable jar that reads its configuration from the environment
 * @param jvmOptions after ours, so they win
 * @param environment without the HTTP port, which the process adds
 */
record ServiceSpec(
    String name, Path folder, Path jar, List<String> jvmOptions, Map<String, String> environment) {

  ServiceSpec {
    jvmOptions = List.copyOf(jvmOptions);
    environment = Map.copyOf(environment);
  }
}
