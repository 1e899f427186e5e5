package dev.meridian.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a stack is to be, as its builder collected it.
 *
 * @param regions numbers by code, in order
 * @param linkDelay each way
 * @param home MERIDIAN_HOME of the services
 * @param services null for a stack without services
 */
record StackSpec(
    Map<String, Integer> regions,
    Duration linkDelay,
    Path folder,
    String home,
    boolean durable,
    TopicPlan topics,
    @Nullable ServiceJars services,
    List<String> serviceJvmOptions,
    Map<String, String> serviceEnvironment,
    Map<String, String> consumerEnvironment,
    Map<String, String> ledgerEnvironment) {

  StackSpec {
    // the order of regions is part of what was asked for
    regions = Collections.unmodifiableMap(new LinkedHashMap<>(regions));
    serviceJvmOptions = List.copyOf(serviceJvmOptions);
    serviceEnvironment = Map.copyOf(serviceEnvironment);
    consumerEnvironment = Map.copyOf(consumerEnvironment);
    ledgerEnvironment = Map.copyOf(ledgerEnvironment);
    if (regions.isEmpty()) {
      throw new IllegalArgumentException("a stack has at least one region");
    }
    if (regions.values().stream().distinct().count() != regions.size()) {
      throw new IllegalArgumentException("two regions share a number: " + regions);
    }
  }

  List<String> codes() {
    return List.copyOf(regions.keySet());
  }

  int number(String code) {
    Integer number = regions.get(code);
    if (number == null) {
      throw new IllegalArgumentException("no region " + code + " among " + codes());
    }
    return number;
  }

  /** MERIDIAN_REGIONS: {@code cn=1,eu=2,us=3}. */
  String registry() {
    return regions.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
