package dev.meridian.stack;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line of a child JVM: small, quick to start, by the same Java that runs us.
 *
 * @param line the program and its arguments
 * @param archive what its classes come from, if there is one
 */
record JavaCommand(List<String> line, ClassArchive archive) {

  JavaCommand {
    line = List.copyOf(line);
  }

  /** A Kafka program with Kafka's class path; it logs to standard error. */
  static JavaCommand kafka(
      String process, int heapMegabytes, String mainClass, String... arguments) {
    List<Path> classPath = KafkaLibraries.classPath();
    ClassArchive archive = ClassArchive.of(process, mainClass, classPath);
    List<String> line = start(heapMegabytes, archive);
    line.addAll(
        List.of(
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS",
            "-Dorg.slf4j.simpleLogger.showThreadName=false",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.log.kafka.server=info",
            "-Dorg.slf4j.simpleLogger.log.org.apache.kafka.connect.mirror=info",
            "-Dlog4j2.disable.jmx=true",
            "-cp",
            joined(classPath),
            mainClass));
    line.addAll(List.of(arguments));
    return new JavaCommand(line, archive);
  }

  /** An executable jar. */
  static JavaCommand jar(String process, int heapMegabytes, List<String> options, Path jar) {
    ClassArchive archive = ClassArchive.of(process, jar.toString(), List.of(jar));
    List<String> line = start(heapMegabytes, archive);
    line.addAll(options);
    line.addAll(List.of("-jar", jar.toString()));
    return new JavaCommand(line, archive);
  }

  /** How long the program's end may take. */
  Duration stopLimit(Duration usual) {
    return archive.stopLimit(usual);
  }

  private static String joined(List<Path> classPath) {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static List<String> start(int heapMegabytes, ClassArchive archive) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            java.toString(),
            "-Xms48m",
            // the default third of a small heap is collected twice a second under load
            "-Xmn24m",
            "-Xmx" + heapMegabytes + "m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-Xshare:auto"));
    command.addAll(archive.options());
    return command;
  }
}
