package dev.meridian.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The operating system and processor this JVM runs on, as the makers of binaries name them. */
enum Platform {
  LINUX_AMD64("postgres-linux-x86_64.txz", "linux-amd64"),
  LINUX_ARM64("postgres-linux-arm_64.txz", "linux-arm64"),
  DARWIN_AMD64("postgres-darwin-x86_64.txz", "darwin-amd64"),
  DARWIN_ARM64("postgres-darwin-arm_64.txz", "darwin-arm64");

  private static final int ROOT = 0;

  private final String postgresArchive;
  private final String redisSuffix;

  Platform(String postgresArchive, String redisSuffix) {
    this.postgresArchive = postgresArchive;
    this.redisSuffix = redisSuffix;
  }

  /** The resource with PostgreSQL's files in Zonky's jars. */
  String postgresArchive() {
    return postgresArchive;
  }

  /** How the name of Redis's binary ends in embedded-redis's jar. */
  String redisSuffix() {
    return redisSuffix;
  }

  boolean linux() {
    return this == LINUX_AMD64 || this == LINUX_ARM64;
  }

  /**
   * @throws StackException on a system without binaries, naming what to use instead
   */
  static Platform current() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Platform of(String system, String processor) {
    String os = system.toLowerCase(Locale.ROOT);
    boolean arm = processor.equals("aarch64") || processor.equals("arm64");
    boolean intel = processor.equals("amd64") || processor.equals("x86_64");
    if (os.startsWith("linux") && (arm || intel)) {
      return arm ? LINUX_ARM64 : LINUX_AMD64;
    }
    if (os.startsWith("mac") && (arm || intel)) {
      return arm ? DARWIN_ARM64 : DARWIN_AMD64;
    }
    throw new StackException(
        "no binaries for %s on %s: use -Dmeridian.stack=containers".formatted(system, processor));
  }

  /** Whether this is Linux and the user is root, which PostgreSQL refuses to run as. */
  boolean linuxRoot() {
    try {
      return linux()
          && Integer.valueOf(ROOT).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      throw new StackException("cannot tell which user this is", e);
    }
  }
}
