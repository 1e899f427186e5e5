package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One header of a record, as Kafka has it: a name, and bytes that need not be text. Immutable by
 * agreement: the array is not copied, and nobody writes to it.
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record Header(String name, byte @Nullable [] value) {

  public static Header of(String name, String value) {
    return new Header(name, value.getBytes(UTF_8));
  }

  /** The value read as UTF-8; what is not UTF-8 becomes U+FFFD; null stays null. */
  public @Nullable String text() {
    return value == null ? null : new String(value, UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Header that
        && name.equals(that.name)
        && Arrays.equals(value, that.value);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return name + "=" + text();
  }
}
