package dev.meridian.id.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.id.IdKind;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionIdException;
import dev.meridian.id.RegionRegistry;
import org.junit.jupiter.api.Test;

class RegionIdConverterTest {

  private static final RegionId ID =
      RegionId.of(
          new IdKind("pay"), RegionRegistry.parse("eu=2").region("eu"), (2L << 55) + (1L << 53));

  private final RegionIdConverter converter = new RegionIdConverter();

  @Test
  void column_ofAnId_isItsTextAndReadsBack() {
    assertThat(converter.convertToDatabaseColumn(ID)).isEqualTo(ID.text());
    assertThat(converter.convertToEntityAttribute(ID.text())).isEqualTo(ID);
  }

  @Test
  void column_null_isNull() {
    assertThat(converter.convertToDatabaseColumn(null)).isNull();
    assertThat(converter.convertToEntityAttribute(null)).isNull();
  }

  @Test
  void column_withAnythingElse_isRefused() {
    assertThatThrownBy(() -> converter.convertToEntityAttribute("7"))
        .isInstanceOf(RegionIdException.class);
    assertThatThrownBy(() -> converter.convertToEntityAttribute("pay-eu-0000000000000xx"))
        .isInstanceOf(RegionIdException.class);
  }
}
