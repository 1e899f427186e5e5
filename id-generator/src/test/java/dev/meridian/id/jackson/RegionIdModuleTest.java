package dev.meridian.id.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import dev.meridian.id.IdKind;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionIdModuleTest {

  private static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");

  /** 2^53 + 1 in its lower bits: what a reader that counts in doubles makes another id of. */
  private static final RegionId ID =
      RegionId.of(new IdKind("pay"), REGISTRY.region("eu"), (2L << 55) + (1L << 53) + 1);

  private final ObjectMapper mapper =
      new ObjectMapper().registerModule(new RegionIdModule(REGISTRY));

  record Payment(@Nullable RegionId id, String note) {}

  @Test
  void json_ofAnId_isAStringThatReadsBack() throws Exception {
    String json = mapper.writeValueAsString(new Payment(ID, "n"));

    assertThat(json).isEqualTo("{\"id\":\"" + ID.text() + "\",\"note\":\"n\"}");
    assertThat(mapper.readValue(json, Payment.class).id()).isEqualTo(ID);
    assertThat(mapper.readValue("{\"id\":null,\"note\":\"n\"}", Payment.class).id()).isNull();
  }

  @Test
  void json_ofAnIdAsAKey_readsBack() throws Exception {
    String json = mapper.writeValueAsString(Map.of(ID, 1));

    assertThat(json).isEqualTo("{\"" + ID.text() + "\":1}");
    assertThat(mapper.readValue(json, new TypeReference<Map<RegionId, Integer>>() {}))
        .containsEntry(ID, 1);
    assertThatThrownBy(
            () -> mapper.readValue("{\"pay\":1}", new TypeReference<Map<RegionId, Integer>>() {}))
        .isInstanceOf(MismatchedInputException.class)
        .hasMessageContaining("is no id");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "81064793292668929 | not a number: put it in quotes",
        "1.5               | an id is a string",
        "true              | an id is a string",
        "{}                | an id is a string",
        "[]                | an id is a string",
        "\"\"              | is no id",
        "\"81064793292668929\"     | is no id",
        "\"pay-eu-0200800000001ey\" | the check symbols of \"pay-eu-0200800000001ey\" are wrong",
      })
  void json_ofAnythingElse_isRefusedWithASentence(String json, String sentence) {
    assertThatThrownBy(() -> mapper.readValue("{\"id\":" + json + "}", Payment.class))
        .isInstanceOf(MismatchedInputException.class)
        .hasMessageContaining(sentence);
  }
}
