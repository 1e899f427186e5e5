package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class DedupKeyTest {

  private static final Fingerprint FINGERPRINT = Fingerprint.of(new byte[] {1, 2});

  @Test
  void fingerprint_ofEqualBytes_isEqual() {
    byte[] bytes = {1, 2};
    Fingerprint copy = Fingerprint.of(bytes);
    bytes[0] = 9;
    copy.bytes()[1] = 9;

    assertThat(copy).isEqualTo(FINGERPRINT).hasSameHashCodeAs(FINGERPRINT).hasToString("0102");
    assertThat(copy).isNotEqualTo(Fingerprint.of(bytes));
    assertThat(new DedupKey("k", copy, 1, Instant.EPOCH))
        .isEqualTo(new DedupKey("k", FINGERPRINT, 1, Instant.EPOCH));
  }

  @Test
  void fingerprint_emptyOrTooLong_isRefused() {
    assertThatThrownBy(() -> Fingerprint.of(new byte[0])).hasMessageContaining("0 bytes");
    assertThatThrownBy(() -> Fingerprint.of(new byte[65])).hasMessageContaining("65 bytes");
  }

  @Test
  void key_emptyOrWithoutVersion_isRefused() {
    assertThatThrownBy(() -> new DedupKey("", FINGERPRINT, 1, Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DedupKey("k", FINGERPRINT, 0, Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DedupKey("k", FINGERPRINT, 40_000, Instant.EPOCH))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void contradicts_otherFingerprint_onlyWithinOneVersion() {
    DedupKey first = new DedupKey("k", FINGERPRINT, 1, Instant.EPOCH);
    Fingerprint other = Fingerprint.of(new byte[] {3});

    assertThat(first.contradicts(other, 1)).isTrue();
    assertThat(first.contradicts(other, 2)).isFalse();
    assertThat(first.contradicts(FINGERPRINT, 1)).isFalse();
  }

  /** Stored, it would be a question mark, and two keys one. */
  @Test
  void key_halfASurrogatePair_isRefused() {
    for (String key : new String[] {"x\uD800", "\uDC00x", "\uD800\uD800\uDC00"}) {
      assertThatThrownBy(() -> new DedupKey(key, FINGERPRINT, 1, Instant.EPOCH))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("half a surrogate pair");
    }
    assertThat(new DedupKey("\uD83D\uDCB6", FINGERPRINT, 1, Instant.EPOCH).key()).hasSize(2);
  }
}
