package dev.meridian.id.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.id.IdKind;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import jakarta.ws.rs.ext.ParamConverter;
import java.lang.annotation.Annotation;
import org.junit.jupiter.api.Test;

/** What of it needs no Jakarta REST runtime; the rest is region-consumer's ServiceIT. */
class RegionIdParamConverterProviderTest {

  private static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");
  private static final RegionId ID =
      RegionId.of(new IdKind("pay"), REGISTRY.region("eu"), (2L << 55) + 7);

  private final RegionIdParamConverterProvider provider =
      new RegionIdParamConverterProvider(REGISTRY);

  @Test
  void converter_ofAnId_readsAndWritesItsText() {
    ParamConverter<RegionId> converter =
        provider.getConverter(RegionId.class, RegionId.class, new Annotation[0]);

    assertThat(converter).isNotNull();
    assertThat(converter.toString(ID)).isEqualTo(ID.text());
    assertThat(converter.fromString(ID.text())).isEqualTo(ID);
    assertThat(converter.fromString(null)).isNull();
  }

  @Test
  void converter_ofAnotherType_isNotOurs() {
    assertThat(provider.getConverter(String.class, String.class, new Annotation[0])).isNull();
  }
}
