package dev.meridian.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of child JVMs: small, quick to start, by the same Java that runs us. */
final class JavaCommand {

  private JavaCommand() {}

  /** A Kafka program with Kafka's class path; it logs to standard error. */
  static List<String> kafka(int heapMegabytes, String mainClass, String... arguments) {
    List<String> command = start(heapMegabytes);
    command.addAll(
        List.of(
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS",
            "-Dorg.slf4j.simpleLogger.showThreadName=false",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.log.kafka.server=info",
            "-Dorg.slf4j.simpleLogger.log.org.apache.kafka.connect.mirror=info",
            "-Dlog4j2.disable.jmx=true",
            "-cp",
            KafkaLibraries.classPath(),
            mainClass));
    command.addAll(List.of(arguments));
    return command;
  }

  /** An executable jar. */
  static List<String> jar(int heapMegabytes, List<String> options, Path jar) {
    List<String> command = start(heapMegabytes);
    command.addAll(options);
    command.addAll(List.of("-jar", jar.toString()));
    return command;
  }

  private static List<String> start(int heapMegabytes) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            java.toString(),
            "-Xms32m",
            "-Xmx" + heapMegabytes + "m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xshare:auto"));
    return command;
  }
}
