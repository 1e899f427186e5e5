package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockSizeTest {

  private static final long SECOND = 1_000_000_000L;

  private final AtomicLong time = new AtomicLong(-SECOND);
  private final BlockSize sizes = new BlockSize(1_000, 1_000_000, time::get);

  private int nextAfter(long nanos) {
    time.addAndGet(nanos);
    return sizes.next();
  }

  @Test
  void next_first_isTheLeast() {
    assertThat(sizes.next()).isEqualTo(1_000);
  }

  @Test
  void next_steadyRate_isWhatTenSecondsUse() {
    sizes.next();

    assertThat(nextAfter(SECOND / 2)).isEqualTo(8_000); // 2,000 a second: 20,000, not at once
    assertThat(nextAfter(4 * SECOND)).isEqualTo(20_000);
    assertThat(nextAfter(10 * SECOND)).isEqualTo(20_000);
    assertThat(nextAfter(10 * SECOND)).isEqualTo(20_000);
  }

  @Test
  void next_highRate_growsEightfoldUpToTheGreatest() {
    sizes.next();

    assertThat(nextAfter(1)).isEqualTo(8_000);
    assertThat(nextAfter(1)).isEqualTo(64_000);
    assertThat(nextAfter(1)).isEqualTo(512_000);
    assertThat(nextAfter(1)).isEqualTo(1_000_000);
    assertThat(nextAfter(1)).isEqualTo(1_000_000);
  }

  @Test
  void next_rateFalls_halvesDownToTheLeast() {
    sizes.next();
    nextAfter(1);

    assertThat(nextAfter(1_000 * SECOND)).isEqualTo(4_000);
    assertThat(nextAfter(1_000 * SECOND)).isEqualTo(2_000);
    assertThat(nextAfter(1_000 * SECOND)).isEqualTo(1_000);
    assertThat(nextAfter(1_000 * SECOND)).isEqualTo(1_000);
  }

  @Test
  void next_timeStandsStillOrGoesBack_staysWithinTheBounds() {
    sizes.next();

    assertThat(nextAfter(0)).isEqualTo(8_000);
    assertThat(nextAfter(-3_600 * SECOND)).isBetween(1_000, 1_000_000);
  }

  /** What docs/ids.md promises: half a block lasts five seconds. */
  @ParameterizedTest
  @ValueSource(longs = {1, 1_000, 100_000, 100_001, 2_500_000, 10_000_000})
  void next_steadyRateUpToTenMillionASecond_halfABlockLastsFiveSeconds(long idsASecond) {
    LeaseSettings usual = LeaseSettings.DEFAULT;
    BlockSize adaptive = new BlockSize(usual.leastBlock(), usual.greatestBlock(), time::get);
    int size = adaptive.next();

    for (int block = 0; block < 20; block++) { // each used up at this rate
      time.addAndGet(size * SECOND / idsASecond);
      size = adaptive.next();
    }

    assertThat(size / 2).isGreaterThanOrEqualTo((int) (5 * idsASecond * 0.999));
  }
}
