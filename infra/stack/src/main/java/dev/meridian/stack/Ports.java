package dev.meridian.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Hands out free TCP ports that stay the caller's until this JVM ends, so that a server which was
 * killed finds its port again.
 *
 * <p>The ports lie below the range that operating systems take for outgoing connections (else any
 * client could sit on the port of a server that is down for a moment). A lock on a file per port,
 * which dies with the JVM, keeps JVMs that run side by side apart. Thread-safe.
 */
final class Ports {

  private static final int FIRST = 15_000;
  private static final int COUNT = 17_000;
  private static final int MOST_TRIES = 1_000;
  private static final List<FileLock> HELD = new ArrayList<>();

  private Ports() {}

  /** A port on 127.0.0.1 that nothing listens on and nobody else was given. */
  static synchronized int free() {
    RandomGenerator random = RandomGenerator.getDefault();
    for (int i = 0; i < MOST_TRIES; i++) {
      int port = FIRST + random.nextInt(COUNT);
      if (bindable(port) && reserve(port)) {
        return port;
      }
    }
    throw new StackException("no free port from " + FIRST + " to " + (FIRST + COUNT - 1));
  }

  private static boolean bindable(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  private static boolean reserve(int port) {
    try {
      Path folder = Files.createDirectories(Folders.temporary().resolve("ports"));
      FileChannel channel =
          FileChannel.open(
              folder.resolve(Integer.toString(port)),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        return false;
      }
      HELD.add(lock);
      return true;
    } catch (IOException e) {
      throw new StackException("cannot reserve port " + port, e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByAnotherClassLoader) {
      return null;
    }
  }
}
