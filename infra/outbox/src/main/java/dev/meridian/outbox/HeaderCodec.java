package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Headers as one byte string: for each, its name and its value as netstrings ({@code
 * 7:ce_type,3:Pay,}), {@code ~} for a null value. A person reads it with {@code encode(headers,
 * 'escape')}; JSON could not hold what a producer may send (bytes that are no UTF-8, U+0000).
 * Source: D. J. Bernstein, Netstrings, 1997.
 */
public final class HeaderCodec {
  private static final int LENGTH_DIGITS_AT_MOST = 10;

  private HeaderCodec() {}

  public static byte[] encode(List<Header> headers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(headers.size() * 48);
    for (Header header : headers) {
      write(out, header.name().getBytes(UTF_8));
      write(out, header.value());
    }
    return out.toByteArray();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException if the bytes were not written by {@link #encode}
   */
  public static List<Header> decode(byte[] encoded) {
    List<Header> headers = new ArrayList<>();
    Reader reader = new Reader(encoded);
    while (!reader.atEnd()) {
      byte[] name = reader.next();
      if (name == null) {
        throw new IllegalArgumentException("A header without a name at byte " + reader.position);
      }
      headers.add(new Header(new String(name, UTF_8), reader.next()));
    }
    return List.copyOf(headers);
  }

  private static void write(ByteArrayOutputStream out, byte @Nullable [] value) {
    if (value == null) {
      out.write('~');
      return;
    }
    out.writeBytes(Integer.toString(value.length).getBytes(US_ASCII));
    out.write(':');
    out.writeBytes(value);
    out.write(',');
  }

  private static final class Reader {
    private final byte[] bytes;
    private int position;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    boolean atEnd() {
      return position == bytes.length;
    }

    byte @Nullable [] next() {
      if (!atEnd() && bytes[position] == '~') {
        position++;
        return null;
      }
      int length = length();
      expect(':');
      if (length > bytes.length - position) {
        throw malformed();
      }
      byte[] value = Arrays.copyOfRange(bytes, position, position + length);
      position += length;
      expect(',');
      return value;
    }

    private int length() {
      int start = position;
      long length = 0;
      while (!atEnd() && bytes[position] >= '0' && bytes[position] <= '9') {
        length = length * 10 + (bytes[position++] - '0');
        if (position - start > LENGTH_DIGITS_AT_MOST) {
          throw malformed();
        }
      }
      if (position == start || length > Integer.MAX_VALUE) {
        throw malformed();
      }
      return (int) length;
    }

    private void expect(char separator) {
      if (atEnd() || bytes[position] != separator) {
        throw malformed();
      }
      position++;
    }

    private IllegalArgumentException malformed() {
      return new IllegalArgumentException("Headers are malformed at byte " + position);
    }
  }
}
