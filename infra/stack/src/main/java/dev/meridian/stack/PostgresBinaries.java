package dev.meridian.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs, unpacked once per user from Zonky's jars.
 *
 * <p>The folder's name holds the archive's hash, and the folder appears by one atomic rename, so
 * any number of JVMs may ask at once and a half-unpacked folder is never used.
 */
final class PostgresBinaries {

  private static final int EXECUTABLE_BY_OWNER = 0100;

  private PostgresBinaries() {}

  /**
   * The folder with {@code bin}, {@code lib} and {@code share}; the first call unpacks for seconds.
   */
  static Path folder() {
    String archive = Platform.current().postgresArchive();
    try {
      Path folder = Folders.cache().resolve("postgres-" + Resources.hash(archive));
      if (!Files.isDirectory(folder)) {
        unpack(archive, folder);
      }
      return folder;
    } catch (IOException e) {
      throw new StackException("cannot unpack PostgreSQL from " + archive, e);
    }
  }

  private static void unpack(String archive, Path folder) throws IOException {
    Path unfinished = Files.createTempDirectory(folder.getParent(), "postgres-unpacking-");
    try (InputStream packed = Resources.open(archive);
        TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        write(tar, entry, unfinished);
      }
    }
    publish(unfinished, folder);
  }

  private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path root)
      throws IOException {
    Path target = root.resolve(entry.getName()).normalize();
    if (!target.startsWith(root)) {
      throw new IOException("entry outside the archive: " + entry.getName());
    }
    Files.createDirectories(entry.isDirectory() ? target : target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(target, root.resolve(entry.getLinkName()));
    } else if (entry.isFile()) {
      Files.copy(tar, target);
      Files.setPosixFilePermissions(target, permissions(entry.getMode()));
    }
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    Set<PosixFilePermission> permissions =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    if ((mode & EXECUTABLE_BY_OWNER) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
    }
    return permissions;
  }

  private static void publish(Path unfinished, Path folder) throws IOException {
    try {
      Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException anotherWasFirst) {
      Folders.delete(unfinished);
    } catch (FileSystemException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
      Folders.delete(unfinished);
    }
  }
}
