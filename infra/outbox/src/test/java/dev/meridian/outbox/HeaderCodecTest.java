package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeaderCodecTest {
  @Test
  void encode_twoHeaders_isReadable() {
    byte[] encoded =
        HeaderCodec.encode(List.of(Header.of("ce_type", "Pay"), new Header("empty", null)));

    assertThat(new String(encoded, UTF_8)).isEqualTo("7:ce_type,3:Pay,5:empty,~");
  }

  @Test
  void decode_whatWasEncoded_isTheSame() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      List<Header> headers = new ArrayList<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        byte[] value = new byte[random.nextInt(40)];
        random.nextBytes(value);
        headers.add(new Header("näme\0" + i, random.nextInt(5) == 0 ? null : value));
      }

      List<Header> decoded = HeaderCodec.decode(HeaderCodec.encode(headers));

      assertThat(decoded).as("seed %d", seed).isEqualTo(headers);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7", "7:short,", "1:a", "1:a,1:bc", ":,", "99999999999:a,", "~1:a,", "1:a,-1:b,"})
  void decode_malformed_refuses(String encoded) {
    byte[] bytes = encoded.getBytes(UTF_8);

    assertThatThrownBy(() -> HeaderCodec.decode(bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
