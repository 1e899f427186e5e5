package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class IdGeneratorTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);
  private static final LeaseSettings BLOCKS = LeaseSettings.DEFAULT;

  private static IdGenerator generator(BlockStore store, int blockSize) {
    return new IdGenerator(PAY, EU, store, BLOCKS.withBlocksOf(blockSize));
  }

  @Test
  void next_acrossBlocks_risesByOne() {
    IdGenerator generator = generator(new InMemoryBlockStore(), 3);

    long[] values = LongStream.generate(generator::next).limit(10).toArray();

    long first = IdLayout.compose(2, 1, 0);
    assertThat(values).containsExactly(LongStream.range(first, first + 10).toArray());
    assertThat(generator.nextId().sequence()).isEqualTo(10);
  }

  @Test
  void nextRange_thatFitsTheBlock_isCutFromIt() {
    IdGenerator generator = generator(new InMemoryBlockStore(), 10);

    IdRange range = generator.next(10);

    assertThat(range.stream().map(RegionId::sequence))
        .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
    assertThat(range.get(9)).isEqualTo(range.stream().skip(9).findFirst().orElseThrow());
    assertThatThrownBy(() -> range.get(10)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void nextRange_thatDoesntFitTheRest_isOneRunOfANewBlock() {
    IdGenerator generator = generator(new InMemoryBlockStore(), 10);
    generator.next(7);

    IdRange range = generator.next(4);

    assertThat(range.get(0).sequence()).isEqualTo(10);
    assertThat(range.get(3).sequence()).isEqualTo(13);
    assertThat(generator.nextId().sequence()).isEqualTo(14);
  }

  @Test
  void nextRange_greaterThanABlock_leasesAsManyAsItNeeds() {
    IdGenerator generator = generator(new InMemoryBlockStore(), 10);

    IdRange range = generator.next(25);

    assertThat(range.count()).isEqualTo(25);
    assertThat(generator.nextId().sequence()).isEqualTo(25);
  }

  @Test
  void next_blockAtTheEndOfAllNumbers_neverLeavesIt() {
    Region last = new Region("zz", 255);
    AtomicInteger leases = new AtomicInteger();
    BlockStore store =
        (kind, region, size, above) -> {
          if (leases.getAndIncrement() > 0) {
            throw new LeaseRefusedException("used up");
          }
          return new Block(region, IdLayout.MAX_EPOCH, IdLayout.SEQUENCES - 2, 2);
        };
    IdGenerator generator = new IdGenerator(PAY, last, store, BLOCKS.withBlocksOf(2));
    generator.next();
    assertThat(generator.next()).isEqualTo(Long.MAX_VALUE);

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(generator::next).isInstanceOf(LeaseRefusedException.class);
    }
  }

  @Test
  void block_thatWouldLeaveTheSequences_cantBeBuilt() {
    assertThatThrownBy(() -> new Block(EU, 1, IdLayout.SEQUENCES - 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Block(EU, 1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void next_storeLeasesALowerBlock_isRefused() {
    IdGenerator generator =
        generator((kind, region, size, above) -> new Block(region, 1, 0, size), 2);
    generator.next(2);

    assertThatThrownBy(generator::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the store broke its contract");
  }

  @Test
  void close_withIdsLeft_givesThemUp() {
    InMemoryBlockStore store = new InMemoryBlockStore();
    IdGenerator first = generator(store, 10);
    first.next();

    first.close();

    assertThatThrownBy(first::next).isInstanceOf(IllegalStateException.class);
    assertThat(generator(store, 10).nextId().sequence()).isEqualTo(10);
  }

  @Test
  void counts_outOfBounds_areRefused() {
    InMemoryBlockStore store = new InMemoryBlockStore();
    IdGenerator generator = new IdGenerator(PAY, EU, store);

    assertThatThrownBy(() -> BLOCKS.withBlocksOf(2, 1))
        .hasMessage("the smallest block, 2, is greater than the greatest, 1");
    assertThatThrownBy(() -> BLOCKS.withWaitAtMost(Duration.ZERO))
        .hasMessage("waiting at most PT0S is not waiting");
    assertThatThrownBy(() -> BLOCKS.withWaitAtMost(Duration.ofDays(2)))
        .hasMessage("waiting at most PT48H is longer than a day; take some seconds");
    for (int count : new int[] {Integer.MIN_VALUE, -1, 0, IdGenerator.MAX_RANGE + 1}) {
      assertThatThrownBy(() -> generator.next(count))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(count + " ids at once are not 1 to 1000000");
    }
    for (int size : new int[] {Integer.MIN_VALUE, -1, 0, Block.MAX_SIZE + 1}) {
      assertThatThrownBy(() -> generator(store, size))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a block of " + size + " ids is not 1 to 100000000");
    }
  }

  @Test
  void range_thatLeavesItsEpoch_cantBeBuilt() {
    long third = IdLayout.compose(2, 4, IdLayout.SEQUENCES - 3);
    long lastOfAll = Long.MAX_VALUE;
    Region last = new Region("zz", 255);

    assertThat(new IdRange(PAY, EU, third, 3).lastValue())
        .isEqualTo(IdLayout.compose(2, 4, IdLayout.SEQUENCES - 1));
    assertThat(new IdRange(PAY, last, lastOfAll, 1).get(0).value()).isEqualTo(lastOfAll);
    assertThatThrownBy(() -> new IdRange(PAY, EU, third, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leaves the epoch; it has 3 sequences from there");
    assertThatThrownBy(() -> new IdRange(PAY, last, lastOfAll, Integer.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IdRange(PAY, EU, third, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
