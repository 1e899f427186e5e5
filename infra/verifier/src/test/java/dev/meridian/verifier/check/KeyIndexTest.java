package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyIndexTest {
  private final KeyIndex index = new KeyIndex();

  @Test
  void add_sameTextTwice_keepsItsNumber() {
    assertThat(index.add("a")).isZero();
    assertThat(index.add("b")).isEqualTo(1);

    assertThat(index.add("a")).isZero();
    assertThat(index.size()).isEqualTo(2);
  }

  @Test
  void find_unknownText_isNone() {
    index.add("a");

    assertThat(index.find("b")).isEqualTo(KeyIndex.NONE);
    assertThat(index.find("")).isEqualTo(KeyIndex.NONE);
  }

  @Test
  void add_manyTexts_agreesWithHashMap() {
    long seed = 20_261_129;
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Integer> expected = new HashMap<>();

    for (int i = 0; i < 100_000; i++) {
      String text = "ключ-" + random.nextInt(50_000) + "-" + "x".repeat(random.nextInt(40));
      expected.putIfAbsent(text, expected.size());
      assertThat(index.add(text)).as("seed %d", seed).isEqualTo(expected.get(text));
    }

    assertThat(index.size()).isEqualTo(expected.size());
    expected.forEach((text, number) -> assertThat(index.text(number)).isEqualTo(text));
  }

  @Test
  void add_textThatFitsNoChunk_isRefused() {
    String text = "x".repeat(1 << 20);

    assertThatThrownBy(() -> index.add(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
