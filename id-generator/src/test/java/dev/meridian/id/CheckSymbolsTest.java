package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * The code is linear: whether an error is seen depends on the error alone and not on the id. So all
 * errors on a few ids are all errors.
 */
class CheckSymbolsTest {

  private static final List<String> LETTERS = List.of("abcdefghijklmnopqrstuvwxyz".split(""));
  private static final List<String> REGION_CHARACTERS =
      List.of("abcdefghijklmnopqrstuvwxyz0123456789".split(""));
  private static final int TAIL = 15;

  private static final String[] IDS = {
    IdText.write("pay", "eu", IdLayout.compose(2, 1, 0)),
    IdText.write("acc", "a1b2c3d4", IdLayout.compose(255, 16383, (1L << 41) - 1)),
    IdText.write("zzz", "southsea", IdLayout.compose(129, 8191, 0x0AAAAAAAAAAL)),
  };

  @Test
  void oneWrongCharacter_anyPlaceAndAnyOther_isRefused() {
    for (String id : IDS) {
      for (int at = 0; at < id.length(); at++) {
        for (char other = 1; other < 128; other++) {
          if (!readsAsTheSame(id, at, other)) {
            assertRefused(with(id, at, other), id);
          }
        }
      }
    }
  }

  @Test
  void twoWrongSymbolsOfTheNumber_anyPlacesAndAnyOthers_changeTheCheckSymbols() {
    for (int a = 0; a < 63; a += 5) {
      for (int b = a + 5; b < 63; b += 5) {
        for (long errors = 0; errors < 32 * 32; errors++) {
          long error = (((errors / 32) << a) | ((errors % 32) << b)) & Long.MAX_VALUE;
          assertThat(error == 0 || changeOfCheck(error) != 0).isTrue();
        }
      }
    }
  }

  @Test
  void oneWrongSymbolOfTheNumber_andOneCheckSymbol_areRefusedSinceBothCheckSymbolsChange() {
    for (int place = 0; place < 63; place += 5) {
      int symbols = place == 60 ? 8 : 32; // the first symbol has three bits
      for (long error = 1; error < symbols; error++) {
        int change = changeOfCheck(error << place);
        assertThat(change >>> 5).isNotZero();
        assertThat(change & 31).isNotZero();
      }
    }
  }

  private static int changeOfCheck(long error) {
    return CheckSymbols.of("pay", "eu", error) ^ CheckSymbols.of("pay", "eu", 0);
  }

  @Test
  void exchangedNeighboursOfTheNumber_allPairsOfSymbols_areRefused() {
    for (int place = 1; place < 13 - 1; place++) {
      int shift = 5 * (11 - place);
      for (long pair = 0; pair < 32 * 32; pair++) {
        String id = IdText.write("pay", "eu", 1L << 60 | pair << shift);
        assertExchangeRefused(id, id.length() - TAIL + place);
      }
    }
  }

  @Test
  void exchangedNeighboursOfAnyIds_atAllPlaces_areRefused() {
    long seed = System.nanoTime();
    System.out.println("CheckSymbolsTest seed " + seed);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int i = 0; i < Rounds.of(1_000, 50_000); i++) {
      String id = IdText.write("acc", "ab1cd2e3", random.nextLong() >>> 1);
      for (int at = 0; at < id.length() - 1; at++) {
        assertExchangeRefused(id, at);
      }
    }
  }

  @Test
  void exchangedNeighboursOfTheKind_allPairs_areRefused() {
    for (String a : LETTERS) {
      for (String b : LETTERS) {
        assertExchangeRefused(IdText.write(a + b + "x", "eu", 1L << 56), 0);
        assertExchangeRefused(IdText.write("x" + a + b, "eu", 1L << 56), 1);
      }
    }
  }

  @Test
  void exchangedNeighboursOfTheRegion_allPairsAtAllPlaces_areRefused() {
    for (int place = 0; place < 7; place++) {
      for (String a : place == 0 ? LETTERS : REGION_CHARACTERS) {
        for (String b : REGION_CHARACTERS) {
          String region = "xxxxxxxx".substring(0, place) + a + b + "xxxxxx".substring(place);
          assertExchangeRefused(IdText.write("pay", region, 1L << 56), 4 + place);
        }
      }
    }
  }

  private static void assertExchangeRefused(String id, int at) {
    char first = id.charAt(at);
    char second = id.charAt(at + 1);
    if (first != second) {
      assertRefused(with(with(id, at, second), at + 1, first), id);
    }
  }

  private static void assertRefused(String wrong, String id) {
    try {
      IdText.read(wrong);
    } catch (RegionIdException e) {
      return;
    }
    fail("%s was read although %s was given out", wrong, id);
  }

  private static boolean readsAsTheSame(String id, int at, char other) {
    char right = id.charAt(at);
    boolean number = at >= id.length() - TAIL;
    return Character.toLowerCase(other) == right
        || (number && right == '1' && "iIlL".indexOf(other) >= 0)
        || (number && right == '0' && "oO".indexOf(other) >= 0);
  }

  private static String with(String text, int at, char c) {
    return text.substring(0, at) + c + text.substring(at + 1);
  }

  @Test
  void read_rightIds_givesTheirParts() {
    assertThat(IdText.read(IDS[1])).isEqualTo(new IdText("acc", "a1b2c3d4", Long.MAX_VALUE));
    assertThatThrownBy(() -> IdText.read(IDS[1] + "0")).isInstanceOf(RegionIdException.class);
  }
}
