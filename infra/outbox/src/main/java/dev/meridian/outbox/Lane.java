package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The lane of a topic and key: CRC-32C (RFC 3720, appendix B.4) over the topic in UTF-8, one zero
 * byte, and the key, modulo 16. Specified to the byte, so that each version and instance agrees on
 * it: all records of a key are in one lane, and a lane has one owner.
 */
final class Lane {
  static final int COUNT = 16;

  private Lane() {}

  static int of(String topic, byte @Nullable [] key) {
    CRC32C crc = new CRC32C();
    crc.update(topic.getBytes(UTF_8));
    crc.update(0);
    if (key != null) {
      crc.update(key);
    }
    return (int) (crc.getValue() % COUNT);
  }
}
