package dev.meridian.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a run's data and logs lie. */
final class DemoFolder {
  private final Path path;
  private final boolean temporary;

  private DemoFolder(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  /**
   * The folder that was asked for, or a new temporary one.
   *
   * @throws DemoException if it holds something, or can't be made
   */
  static DemoFolder of(@Nullable Path wanted) {
    try {
      return wanted == null
          ? new DemoFolder(Files.createTempDirectory("meridian-demo-"), true)
          : new DemoFolder(made(wanted.toAbsolutePath()), false);
    } catch (IOException e) {
      throw new DemoException("no temporary folder can be made for data and logs: " + e, e);
    }
  }

  private static Path made(Path wanted) {
    try {
      Path path = Files.createDirectories(wanted);
      requireEmpty(path);
      return path;
    } catch (IOException e) {
      throw new DemoException(
          "--data %s can't be a folder to write to (%s): name another.".formatted(wanted, e), e);
    }
  }

  private static void requireEmpty(Path path) throws IOException {
    try (Stream<Path> inside = Files.list(path)) {
      if (inside.findAny().isPresent()) {
        throw new DemoException(
            "--data " + path + " holds something: name another folder, or empty it.", null);
      }
    }
  }

  Path path() {
    return path;
  }

  boolean isTemporary() {
    return temporary;
  }

  /** Deletes it with all that is in it, if it was not asked for. */
  void deleteIfTemporary() {
    if (!temporary) {
      return;
    }
    try {
      Files.walkFileTree(path, new Deleting());
    } catch (IOException e) {
      throw new DemoException(path + " can't be deleted: " + e, e);
    }
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed)
        throws IOException {
      if (failed != null) {
        throw failed;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
