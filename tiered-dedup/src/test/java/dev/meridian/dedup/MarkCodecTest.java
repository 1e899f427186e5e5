package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class MarkCodecTest {
  private static final HotName NAME = HotName.of("payments", "k");
  private static final Mark MARK =
      new Mark(
          Fingerprint.of(new byte[] {1, 2, 3}),
          32_767,
          Instant.parse("2026-11-29T12:00:00.123456Z"),
          new Incarnation(-7, 3, 5L << 32 | 16_385, 1L << 40));

  @Test
  void decode_whatWasEncoded_isTheSameMark() {
    assertThat(MarkCodec.decode(NAME, MarkCodec.encode(NAME, MARK))).contains(MARK);
  }

  @Test
  void decode_anyBitChanged_isNoMark() {
    byte[] bytes = MarkCodec.encode(NAME, MARK);
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(MarkCodec.decode(NAME, damaged)).as("bit %d", bit).isEmpty();
    }
  }

  @Test
  void decode_cutLongerOrOfAnotherKey_isNoMark() {
    byte[] bytes = MarkCodec.encode(NAME, MARK);

    for (int length = 0; length < bytes.length; length++) {
      assertThat(MarkCodec.decode(NAME, java.util.Arrays.copyOf(bytes, length))).isEmpty();
    }
    assertThat(MarkCodec.decode(NAME, java.util.Arrays.copyOf(bytes, bytes.length + 1))).isEmpty();
    assertThat(MarkCodec.decode(HotName.of("payments", "l"), bytes)).isEmpty();
    assertThat(MarkCodec.decode(HotName.of("paymentsk", ""), bytes)).isEmpty();
  }

  @Test
  void name_groupAndKeyThatJoinAlike_differ() {
    assertThat(HotName.of("ab", "c").text()).isNotEqualTo(HotName.of("a", "bc").text()).hasSize(22);
  }
}
