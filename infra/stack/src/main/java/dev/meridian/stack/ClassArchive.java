package dev.meridian.stack;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The class data archive (JEP 350) of one program: with it a JVM maps the classes of an earlier run
 * instead of reading and verifying them again, which halves the work of a start.
 *
 * <p>Archives lie in the folder that the system property {@value #FOLDER_PROPERTY} names, by
 * default in this module's build folder of the checkout. With {@value #MAKE_PROPERTY} a program
 * that has none yet leaves one when it ends by itself, which takes it some seconds more; of several
 * that start alike, one does. The JVM checks an archive against the jars and its own version, and
 * goes on without it if they differ: an archive changes the time of a start and nothing else.
 */
final class ClassArchive {

  static final String FOLDER_PROPERTY = "meridian.class-archives";
  static final String MAKE_PROPERTY = "meridian.class-archives.make";

  private static final String FOLDER_IN_CHECKOUT = "infra/stack/target/class-archives";
  private static final Duration STOP_LIMIT_WHILE_MAKING = Duration.ofSeconds(90);

  /** Which process makes which archive, so that not all of a kind do. */
  private static final Map<Path, String> MAKERS = new ConcurrentHashMap<>();

  private final String option;
  private final boolean making;

  private ClassArchive(String option, boolean making) {
    this.option = option;
    this.making = making;
  }

  /**
   * The archive of a program, in a folder of its own.
   *
   * @param process who is about to start
   * @param main the main class, or the jar
   * @param jars all that hold its classes; one that is built anew asks for a new archive
   */
  static ClassArchive of(String process, String main, List<Path> jars) {
    Optional<Path> place = folder().map(folder -> folder.resolve(hash(main, jars)));
    if (place.isEmpty() || jars.stream().anyMatch(Files::isDirectory)) {
      return new ClassArchive("", false);
    }
    Path file =
        place
            .get()
            .resolve(hash(runtime(), jars.stream().map(ClassArchive::made).toList()) + ".jsa");
    if (isComplete(file)) {
      return new ClassArchive("-XX:SharedArchiveFile=" + file, false);
    }
    if (Boolean.getBoolean(MAKE_PROPERTY) && process.equals(makerOf(file, process))) {
      Folders.delete(place.get());
      Folders.create(place.get());
      return new ClassArchive("-XX:ArchiveClassesAtExit=" + file, true);
    }
    return new ClassArchive("", false);
  }

  /** What the JVM is told; nothing where there is no archive and none is to be made. */
  List<String> options() {
    return option.isEmpty() ? List.of() : List.of(option, "-Xlog:cds=off");
  }

  /** How long the end of the program may take. */
  Duration stopLimit(Duration usual) {
    return making ? STOP_LIMIT_WHILE_MAKING : usual;
  }

  private static String makerOf(Path file, String process) {
    return MAKERS.computeIfAbsent(file, none -> process);
  }

  private static Optional<Path> folder() {
    String given = System.getProperty(FOLDER_PROPERTY);
    if (given != null) {
      return Optional.of(Path.of(given).toAbsolutePath());
    }
    return ServiceJars.rootIfAny().map(root -> root.resolve(FOLDER_IN_CHECKOUT).toAbsolutePath());
  }

  private static String runtime() {
    return System.getProperty("java.home") + System.getProperty("java.vm.version");
  }

  private static FileTime made(Path jar) {
    try {
      return Files.getLastModifiedTime(jar);
    } catch (IOException e) {
      throw new StackException("cannot read " + jar, e);
    }
  }

  private static String hash(String first, List<?> others) {
    byte[] text = (first + others).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(text).toString();
  }

  /** The JVM writes the first bytes last, so an end in between leaves zeros there. */
  private static boolean isComplete(Path file) {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      return in.readInt() != 0;
    } catch (IOException none) {
      return false;
    }
  }
}
