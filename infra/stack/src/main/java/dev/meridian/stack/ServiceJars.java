package dev.meridian.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the packaged services are: {@code quarkus-run.jar} with its libraries beside it.
 *
 * @param regionConsumer region-consumer's jar
 * @param homeRegionLedger home-region-ledger's jar
 */
public record ServiceJars(Path regionConsumer, Path homeRegionLedger) {

  /** The system property that names the checkout's root. */
  public static final String ROOT_PROPERTY = "meridian.root";

  private static final String PACKAGED = "target/quarkus-app/quarkus-run.jar";
  private static final int MOST_LEVELS_UP = 10;

  /**
   * The jars that the build left in this checkout.
   *
   * @throws StackException if they are not built, naming the command
   */
  public static ServiceJars inCheckout() {
    Path root = root();
    return new ServiceJars(packaged(root, "region-consumer"), packaged(root, "home-region-ledger"));
  }

  /**
   * One service's jar that the build left in this checkout.
   *
   * @throws StackException if it is not built, naming the command
   */
  public static Path inCheckout(String module) {
    return packaged(root(), module);
  }

  /**
   * The checkout's root: the system property's, else the nearest folder up from the working one.
   */
  static Path root() {
    return rootIfAny()
        .orElseThrow(() -> new StackException("not inside a checkout: set -D" + ROOT_PROPERTY));
  }

  /** As {@link #root}; empty outside of a checkout. */
  static Optional<Path> rootIfAny() {
    String given = System.getProperty(ROOT_PROPERTY);
    if (given != null) {
      return Optional.of(Path.of(given));
    }
    Path folder = Path.of("").toAbsolutePath();
    for (int level = 0; folder != null && level < MOST_LEVELS_UP; level++) {
      if (isRoot(folder)) {
        return Optional.of(folder);
      }
      folder = folder.getParent();
    }
    return Optional.empty();
  }

  private static boolean isRoot(Path folder) {
    Path pom = folder.resolve("pom.xml");
    try {
      return Files.exists(pom)
          && Files.isDirectory(folder.resolve("region-consumer"))
          && Files.readString(pom).contains("<artifactId>meridian</artifactId>");
    } catch (IOException e) {
      throw new StackException("cannot read " + pom, e);
    }
  }

  private static Path packaged(Path root, String module) {
    Path jar = root.resolve(module).resolve(PACKAGED);
    if (!Files.exists(jar)) {
      throw new StackException(
          "%s is not packaged (no %s): run mvn -pl %s -am package -DskipTests -DskipITs"
              .formatted(module, jar, module));
    }
    return jar;
  }
}
