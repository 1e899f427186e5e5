package dev.meridian.stack;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Where files of the stack lie, and what is done with whole folders. */
final class Folders {

  private Folders() {}

  /** This user's folder for what need not outlive a restart of the machine. */
  static Path temporary() {
    String name = "meridian-" + System.getProperty("user.name");
    return create(Path.of(System.getProperty("java.io.tmpdir"), name));
  }

  /**
   * This user's cache of unpacked binaries; the temporary folder where the home can't be written.
   */
  static Path cache() {
    Path home = Path.of(System.getProperty("user.home"));
    return Files.isWritable(home) ? create(home.resolve(".cache/meridian")) : temporary();
  }

  /** A new folder with a name of its own. */
  static Path fresh(String prefix) {
    try {
      return Files.createTempDirectory(temporary(), prefix + "-");
    } catch (IOException e) {
      throw new StackException("cannot create a folder in " + temporary(), e);
    }
  }

  static Path create(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new StackException("cannot create " + folder, e);
    }
  }

  /** Copies {@code from}, which must not change meanwhile, to the new folder {@code to}. */
  static void copy(Path from, Path to) {
    try {
      Files.walkFileTree(from, new Copying(from, to));
    } catch (IOException e) {
      throw new StackException("cannot copy " + from + " to " + to, e);
    }
  }

  /** Deletes a folder with all that is in it; a folder that is gone is fine. */
  static void delete(Path folder) {
    try {
      Files.walkFileTree(folder, new Deleting());
    } catch (NoSuchFileException gone) {
      return;
    } catch (IOException e) {
      throw new StackException("cannot delete " + folder, e);
    }
  }

  private static final class Copying extends SimpleFileVisitor<Path> {

    private final Path from;
    private final Path to;

    Copying(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      Path copy = to.resolve(from.relativize(folder));
      Files.createDirectories(copy);
      Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(folder));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      return FileVisitResult.CONTINUE;
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
