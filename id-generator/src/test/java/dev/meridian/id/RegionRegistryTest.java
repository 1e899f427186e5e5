package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionRegistryTest {

  @Test
  void parse_entriesInAnyOrderWithBlanks_areReadByNumber() {
    RegionRegistry registry = RegionRegistry.parse(" us=3, cn = 1 ,eu=2");

    assertThat(registry.codes()).containsExactly("cn", "eu", "us");
    assertThat(registry.region("eu")).isEqualTo(new Region("eu", 2));
    assertThat(registry).hasToString("cn=1,eu=2,us=3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''           | the region registry is empty; write at least one region, for example eu=2",
        "cn=1,        | region registry entry \"\" is not code=number; write it like eu=2, entries separated by commas",
        "cn           | region registry entry \"cn\" is not code=number",
        "cn=1=2       | region registry entry \"cn=1=2\" is not code=number",
        "cn=one       | region registry entry \"cn=one\" is not code=number",
        "cn=0         | region registry entry \"cn=0\": region number 0 of cn is not 1 to 255; give each region its own",
        "cn=256       | region registry entry \"cn=256\": region number 256 of cn",
        "CN=1         | region registry entry \"CN=1\": region code \"CN\" is not 2 to 8 lower-case letters or digits",
        "c=1          | region code \"c\"",
        "1c=1         | region code \"1c\"",
        "abcdefghi=1  | region code \"abcdefghi\"",
        "cn=1,cn=2    | region cn stands in the registry twice; keep one of its entries",
        "cn=1,eu=1    | regions cn and eu both have number 1; give the newer one a number never used before",
      })
  void parse_entryOutOfShape_isRefusedWithTheEntryAndTheWayOut(String text, String sentence) {
    assertThatThrownBy(() -> RegionRegistry.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void region_unknownCode_namesThoseThatThereAre() {
    RegionRegistry registry = RegionRegistry.parse("cn=1,eu=2");

    assertThatThrownBy(() -> registry.region("mars"))
        .hasMessage(
            "region \"mars\" is not in the registry (cn=1,eu=2); add it there or use one of these");
    assertThat(registry.contains("mars")).isFalse();
  }
}
