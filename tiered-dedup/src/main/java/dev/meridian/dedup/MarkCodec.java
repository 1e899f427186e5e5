package dev.meridian.dedup;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Marks as bytes, big-endian: format 1 byte, name check 8, fingerprint version 2, first seen 8
 * (microseconds since 1970), system identifier 8, timeline 4, database and tables 8, restore
 * counter 8, the fingerprint, CRC-32C 4 over all before. What doesn't read back exactly, or answers
 * for another name, is no mark.
 *
 * <p>Stateless.
 */
final class MarkCodec {
  private static final byte FORMAT = 3;
  private static final int HEAD = 1 + 8 + 2 + 8 + 8 + 4 + 8 + 8;
  private static final int TAIL = 4;

  private MarkCodec() {}

  static byte[] encode(HotName name, Mark mark) {
    byte[] fingerprint = mark.fingerprint().bytes();
    ByteBuffer bytes =
        ByteBuffer.allocate(HEAD + fingerprint.length + TAIL)
            .put(FORMAT)
            .putLong(name.check())
            .putShort((short) mark.fingerprintVersion())
            .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, mark.firstSeen()))
            .putLong(mark.incarnation().systemIdentifier())
            .putInt(mark.incarnation().timeline())
            .putLong(mark.incarnation().tables())
            .putLong(mark.incarnation().restoreCounter())
            .put(fingerprint);
    bytes.putInt(checksum(bytes.array()));
    return bytes.array();
  }

  static Optional<Mark> decode(HotName name, byte[] value) {
    int fingerprintLength = value.length - HEAD - TAIL;
    if (fingerprintLength < 1 || fingerprintLength > Fingerprint.MAX_BYTES) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(value);
    if (bytes.getInt(value.length - TAIL) != checksum(value)
        || bytes.get() != FORMAT
        || bytes.getLong() != name.check()) {
      return Optional.empty();
    }
    int version = bytes.getShort();
    Instant firstSeen = Instant.EPOCH.plus(bytes.getLong(), ChronoUnit.MICROS);
    Incarnation incarnation =
        new Incarnation(bytes.getLong(), bytes.getInt(), bytes.getLong(), bytes.getLong());
    byte[] fingerprint = new byte[fingerprintLength];
    bytes.get(fingerprint);
    return Optional.of(new Mark(Fingerprint.of(fingerprint), version, firstSeen, incarnation));
  }

  private static int checksum(byte[] value) {
    CRC32C sum = new CRC32C();
    sum.update(value, 0, value.length - TAIL);
    return (int) sum.getValue();
  }
}
