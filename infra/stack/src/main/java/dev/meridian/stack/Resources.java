package dev.meridian.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Files in the root of the class path, such as packed binaries. */
final class Resources {

  private static final int HASH_CHARACTERS = 16;

  private Resources() {}

  static InputStream open(String name) throws IOException {
    InputStream found = find(Resources.class.getClassLoader(), name);
    if (found == null) {
      found = find(ClassLoader.getSystemClassLoader(), name);
    }
    if (found == null) {
      throw new IOException("the class path has no resource " + name);
    }
    return found;
  }

  /** The first characters of the SHA-256 of its bytes, in hexadecimal. */
  static String hash(String name) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream bytes = new DigestInputStream(open(name), digest)) {
      bytes.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_CHARACTERS);
  }

  private static @Nullable InputStream find(@Nullable ClassLoader loader, String name) {
    return loader == null ? null : loader.getResourceAsStream(name);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
