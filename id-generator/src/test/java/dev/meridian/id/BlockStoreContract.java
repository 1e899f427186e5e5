package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every {@link BlockStore} promises. */
abstract class BlockStoreContract {

  static final IdKind PAY = new IdKind("pay");
  static final IdKind COMMAND = new IdKind("cmd");
  static final Region EU = new Region("eu", 2);
  static final Region US = new Region("us", 3);

  /** Another client of the same leases. */
  abstract BlockStore store();

  @Test
  void lease_again_givesTheNextBlock() {
    Block first = store().lease(PAY, EU, 10, BlockStore.NOTHING);
    Block second = store().lease(PAY, EU, 5, first.lastValue());

    assertThat(first.size()).isEqualTo(10);
    assertThat(first.region()).isEqualTo(EU);
    assertThat(second.firstValue()).isEqualTo(first.lastValue() + 1);
    assertThat(second.size()).isEqualTo(5);
  }

  @Test
  void lease_ofASizeOutOfBounds_isRefusedAndUsesUpNothing() {
    Block first = store().lease(PAY, EU, 10, BlockStore.NOTHING);

    for (int size : new int[] {Integer.MIN_VALUE, -10, 0, Block.MAX_SIZE + 1}) {
      assertThatThrownBy(() -> store().lease(PAY, EU, size, BlockStore.NOTHING))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a block of " + size + " ids is not 1 to 100000000");
    }

    assertThat(store().lease(PAY, EU, Block.MAX_SIZE, first.lastValue()).firstValue())
        .isEqualTo(first.lastValue() + 1);
  }

  @Test
  void lease_belowWhatTheCallerHad_isRefused() {
    Block first = store().lease(PAY, EU, 10, BlockStore.NOTHING);

    assertThatThrownBy(() -> store().lease(PAY, EU, 10, first.lastValue() + 1_000))
        .isInstanceOf(LeaseException.class)
        .isNotInstanceOf(LeaseRefusedException.class);
  }

  @Test
  void lease_ofAnotherKindOrRegion_countsForItself() {
    Block pay = store().lease(PAY, EU, 10, BlockStore.NOTHING);

    Block command = store().lease(COMMAND, EU, 10, BlockStore.NOTHING);
    Block elsewhere = store().lease(PAY, US, 10, BlockStore.NOTHING);

    assertThat(command).isEqualTo(pay);
    assertThat(elsewhere.firstSequence()).isEqualTo(pay.firstSequence());
    assertThat(elsewhere.region()).isEqualTo(US);
  }

  @Test
  void lease_byManyAtOnce_givesDisjointBlocksThatRisePerCaller() throws Exception {
    int callers = 4;
    int leases = Rounds.of(15, 100);
    ExecutorService pool = Executors.newFixedThreadPool(callers);
    List<Future<List<Block>>> leased = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      BlockStore store = store();
      int size = caller + 1;
      leased.add(pool.submit(() -> leaseRepeatedly(store, size, leases)));
    }

    List<Block> all = new ArrayList<>();
    for (Future<List<Block>> blocks : leased) {
      all.addAll(blocks.get());
    }
    pool.shutdown();

    all.sort(Comparator.comparingLong(Block::firstValue));
    for (int i = 1; i < all.size(); i++) {
      assertThat(all.get(i).firstValue()).isGreaterThan(all.get(i - 1).lastValue());
    }
    assertThat(all).hasSize(callers * leases);
  }

  private static List<Block> leaseRepeatedly(BlockStore store, int size, int times) {
    List<Block> blocks = new ArrayList<>();
    long above = BlockStore.NOTHING;
    for (int i = 0; i < times; i++) {
      Block block = store.lease(PAY, EU, size, above);
      assertThat(block.firstValue()).isGreaterThan(above);
      above = block.lastValue();
      blocks.add(block);
    }
    return blocks;
  }
}
