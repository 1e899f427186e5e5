package dev.meridian.stack;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The class path of brokers and MirrorMaker.
 *
 * <p>Their jars (a web server among them) don't belong on the class path of whoever uses this
 * module. The build writes down which ones they are, as paths below a Maven repository; here they
 * are found in, first match first:
 *
 * <ol>
 *   <li>the folder that the system property {@value #FOLDER_PROPERTY} names, which holds them all;
 *   <li>the Maven repository that this JVM's own class path comes from.
 * </ol>
 */
final class KafkaLibraries {

  static final String FOLDER_PROPERTY = "meridian.kafka.libs";

  private static final String LIST = "dev/meridian/stack/kafka-libraries.txt";
  private static final String REPOSITORY_MARK = "@/";

  private KafkaLibraries() {}

  /**
   * The class path for a child JVM, this module included.
   *
   * @throws StackException naming what is missing
   */
  static List<Path> classPath() {
    String folder = System.getProperty(FOLDER_PROPERTY);
    List<Path> jars = folder == null ? inRepository() : inFolder(Path.of(folder));
    for (Path jar : jars) {
      if (!Files.exists(jar)) {
        throw new StackException(
            "no %s: run mvn -pl infra/stack dependency:resolve, or set -D%s to a folder with the jars"
                .formatted(jar, FOLDER_PROPERTY));
      }
    }
    return Stream.concat(Stream.of(ourselves()), jars.stream()).toList();
  }

  private static List<Path> inFolder(Path folder) {
    List<Path> jars = new ArrayList<>();
    names().forEach(name -> jars.add(folder.resolve(name.substring(name.lastIndexOf('/') + 1))));
    return jars;
  }

  private static List<Path> inRepository() {
    Path repository =
        repository(names(), System.getProperty("java.class.path"))
            .or(() -> repository(names(), System.getProperty("surefire.test.class.path", "")))
            .orElseThrow(
                () ->
                    new StackException(
                        "Kafka's jars: this JVM's class path is not from a Maven repository, so set -D"
                            + FOLDER_PROPERTY));
    return names().stream().map(repository::resolve).toList();
  }

  /** The repository below which some entry of the class path is one of {@code names}. */
  static Optional<Path> repository(List<String> names, String classPath) {
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      String path = entry.replace(File.separatorChar, '/');
      for (String name : names) {
        if (path.endsWith("/" + name)) {
          return Optional.of(Path.of(path.substring(0, path.length() - name.length())));
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> names() {
    try (var list = Resources.open(LIST)) {
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8).strip();
      return Stream.of(text.split(":", -1))
          .map(path -> path.substring(REPOSITORY_MARK.length()))
          .toList();
    } catch (IOException e) {
      throw new StackException("the build of infra/stack left no list of Kafka's jars", e);
    }
  }

  private static Path ourselves() {
    try {
      return Path.of(
          KafkaLibraries.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new StackException("cannot tell where infra/stack's own classes are", e);
    }
  }
}
