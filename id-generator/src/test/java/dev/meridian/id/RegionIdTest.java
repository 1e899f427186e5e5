package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegionIdTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final RegionRegistry REGISTRY =
      RegionRegistry.parse("cn=1,eu=2,us=3,ap2=4,southsea=255");
  private static final Region EU = REGISTRY.region("eu");

  private static RegionId id(Region region, int epoch, long sequence) {
    return RegionId.of(PAY, region, IdLayout.compose(region.number(), epoch, sequence));
  }

  @Test
  void value_ofRegionEpochSequence_hasTheDocumentedLayout() {
    RegionId id = id(EU, 5, 77);

    assertThat(id.value()).isEqualTo(2L << 55 | 5L << 41 | 77);
    assertThat(id.epoch()).isEqualTo(5);
    assertThat(id.sequence()).isEqualTo(77);
    assertThat(id.region()).isEqualTo(EU);
  }

  @Test
  void value_ofTheGreatestOfAll_isPositiveAndReadsBack() {
    RegionId id = id(REGISTRY.region("southsea"), IdLayout.MAX_EPOCH, IdLayout.SEQUENCES - 1);

    assertThat(id.value()).isEqualTo(Long.MAX_VALUE);
    assertThat(RegionId.parse(id.text(), REGISTRY)).isEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource({"0,0,0", "256,0,0", "1,-1,0", "1,16384,0", "1,0,-1", "1,0,2199023255552"})
  void compose_partOutOfRange_isRefused(int region, int epoch, long sequence) {
    assertThatThrownBy(() -> IdLayout.compose(region, epoch, sequence))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Ids are for good: if this fails, the format was changed under ids already given out. */
  @ParameterizedTest
  @CsvSource({
    "pay, cn,       1,     0,             pay-cn-0100200000000nk",
    "pay, eu,       4,     1,             pay-eu-0200800000001ex",
    "acc, us,       7,     2199023255551, acc-us-0300fzzzzzzzzc7",
    "res, ap2,      16383, 42,            res-ap2-04zzy0000001a1k",
    "ent, southsea, 16383, 2199023255551, ent-southsea-7zzzzzzzzzzzzk9",
  })
  void text_ofKnownIds_staysAsItIs(
      String kind, String region, int epoch, long sequence, String text) {
    Region known = REGISTRY.region(region);
    RegionId id =
        RegionId.of(new IdKind(kind), known, IdLayout.compose(known.number(), epoch, sequence));

    assertThat(id.text()).isEqualTo(text);
  }

  @Test
  void parse_textOfRandomIds_givesThemBack() {
    RandomGenerator random = seeded();
    for (int i = 0; i < Rounds.of(5_000, 1_000_000); i++) {
      RegionId id = anyId(random);

      assertThat(RegionId.parse(id.text(), REGISTRY)).isEqualTo(id);
    }
  }

  @Test
  void parse_upperCaseAndLookAlikes_readBack() {
    RegionId id = id(EU, 1, 0b00001_00000_00001);
    String text = id.text();
    assertThat(text).contains("101");

    String upper = text.toUpperCase(Locale.ROOT);
    int at = text.lastIndexOf("101");

    assertThat(RegionId.parse(upper, REGISTRY)).isEqualTo(id);
    for (String lookAlike : new String[] {"IOL", "iol", "LoI"}) {
      assertThat(
              RegionId.parse(text.substring(0, at) + lookAlike + text.substring(at + 3), REGISTRY))
          .isEqualTo(id);
    }
  }

  @Test
  void regionOfAndKindOf_text_needNoRegistry() {
    String text = id(EU, 1, 1).text();

    assertThat(RegionId.regionOf(text)).isEqualTo("eu");
    assertThat(RegionId.kindOf(text)).isEqualTo(PAY);
    assertThat(RegionId.regionOf(text.toUpperCase(Locale.ROOT))).isEqualTo("eu");
  }

  @Test
  void text_bytewise_sortsLikeKindRegionNumber() {
    RandomGenerator random = seeded();
    for (int i = 0; i < Rounds.of(5_000, 1_000_000); i++) {
      RegionId a = anyId(random);
      RegionId b = random.nextBoolean() ? anyId(random) : near(a, random);

      assertThat(Integer.signum(bytewise(a.text(), b.text())))
          .isEqualTo(Integer.signum(a.compareTo(b)));
      if (a.region().equals(b.region())) {
        assertThat(Integer.signum(a.compareTo(b))).isEqualTo(Long.compare(a.value(), b.value()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "pay",
        "pay-eu-",
        "pay-eu-123",
        "9007199254740993",
        "pay_eu-00g020000000100",
        "pay-e-u00g020000000100",
        "pay-southsea2-00g020000000100"
      })
  void parse_textOutOfShape_saysWhatAnIdLooksLike(String text) {
    assertThatThrownBy(() -> RegionId.parse(text, REGISTRY))
        .isInstanceOf(RegionIdException.class)
        .hasMessageContaining('"' + text + "\" is no id")
        .hasMessageContaining("copy it in full");
  }

  @ParameterizedTest
  @CsvSource({
    "pay-eu-00g02000000u100, character 19",
    "pay-eu-00g02000000é100, character 19",
    "p4y-eu-00g020000000100, character 2",
    "pay-2u-00g020000000100, character 5",
    "\u212Aay-eu-00g020000000100, character 1"
  })
  void parse_characterThatCantStandThere_isNamed(String text, String place) {
    assertThatThrownBy(() -> RegionId.parse(text, REGISTRY))
        .isInstanceOf(RegionIdException.class)
        .hasMessageContaining(place);
  }

  @Test
  void parse_wrongCheckSymbol_saysSo() {
    String text = id(EU, 1, 1).text();
    String wrong = text.substring(0, text.length() - 1) + (text.endsWith("7") ? "8" : "7");

    assertThatThrownBy(() -> RegionId.parse(wrong, REGISTRY))
        .isInstanceOf(RegionIdException.class)
        .hasMessageContaining("the check symbols of \"" + wrong + "\" are wrong");
    assertThatThrownBy(() -> RegionId.regionOf(wrong)).isInstanceOf(RegionIdException.class);
  }

  @Test
  void parse_codeAndNumberOfDifferentRegions_isRefused() {
    String forged = IdText.write("pay", "us", IdLayout.compose(2, 1, 1));

    assertThatThrownBy(() -> RegionId.parse(forged, REGISTRY))
        .isInstanceOf(RegionIdException.class)
        .hasMessageContaining("says region us (number 3), but its number says 2");
  }

  @Test
  void parse_regionNotInTheRegistry_isRefused() {
    String text = IdText.write("pay", "mars", IdLayout.compose(9, 1, 1));

    assertThatThrownBy(() -> RegionId.parse(text, REGISTRY))
        .isInstanceOf(RegionIdException.class)
        .hasMessageContaining("is of region mars, which is not in the registry (cn=1,eu=2");
  }

  @Test
  void parse_charactersOfOtherAlphabets_isRefused() {
    for (String odd : new String[] {"\uD83D\uDE00", "\u0660\u0661", "\u00E9\u00E9", "\0\0"}) {
      String text = "pay-eu-" + odd.repeat(7) + "0";

      assertThatThrownBy(() -> RegionId.parse(text, REGISTRY))
          .isInstanceOf(RegionIdException.class)
          .hasMessageContaining("character 8");
    }
  }

  @Test
  void parse_moreThan63Bits_isRefused() {
    String text = "pay-eu-8000000000000" + "00";

    assertThatThrownBy(() -> RegionId.parse(text, REGISTRY))
        .isInstanceOf(RegionIdException.class)
        .hasMessageContaining("more than 63 bits");
  }

  @Test
  void of_valueOfAnotherRegion_isRefused() {
    assertThatThrownBy(() -> RegionId.of(PAY, EU, IdLayout.compose(3, 1, 1)))
        .isInstanceOf(RegionIdException.class)
        .hasMessageContaining("belongs to region number 3, but region eu has number 2");
    assertThatThrownBy(() -> RegionId.of(PAY, EU, -1)).isInstanceOf(RegionIdException.class);
  }

  @Test
  void kind_notThreeLowerCaseLetters_isRefused() {
    for (String code : new String[] {"", "pa", "paym", "PAY", "pa1", "pay\n"}) {
      assertThatThrownBy(() -> new IdKind(code))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("write one like pay");
    }
  }

  private static RegionId anyId(RandomGenerator random) {
    Region region = REGISTRY.regions().get(random.nextInt(REGISTRY.regions().size()));
    return id(region, random.nextInt(IdLayout.MAX_EPOCH + 1), random.nextLong(IdLayout.SEQUENCES));
  }

  private static RegionId near(RegionId id, RandomGenerator random) {
    long sequence = Math.floorMod(id.sequence() + random.nextInt(-40, 41), IdLayout.SEQUENCES);
    return id(id.region(), id.epoch(), sequence);
  }

  private static int bytewise(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  private static RandomGenerator seeded() {
    long seed = System.nanoTime();
    System.out.println("RegionIdTest seed " + seed);
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
