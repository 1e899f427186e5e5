package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PerThreadIdGeneratorTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);

  private final IdGenerator source = new IdGenerator(PAY, EU, new InMemoryBlockStore());
  private final PerThreadIdGenerator generator = new PerThreadIdGenerator(source);

  @Test
  void next_byOneThread_risesByOneWithinASliceAndSlicesDouble() {
    long[] drawn = LongStream.generate(generator::next).limit(64 + 128).toArray();

    long first = IdLayout.compose(2, 1, 0);
    assertThat(drawn).containsExactly(LongStream.range(first, first + 192).toArray());
    assertThat(source.next()).isEqualTo(first + 192);
  }

  @Test
  void next_byAnotherThread_comesFromAnotherSlice() throws Exception {
    long mine = generator.next();
    ExecutorService other = Executors.newSingleThreadExecutor();

    RegionId theirs = other.submit(() -> generator.nextId()).get();

    assertThat(theirs.value()).isEqualTo(mine + PerThreadIdGenerator.FIRST_SLICE);
    assertThat(generator.next()).isEqualTo(mine + 1);
    other.shutdown();
  }

  @Test
  void slice_ofAThreadThatDrawsMany_isBounded() {
    for (int i = 0; i < 100_000; i++) {
      generator.next();
    }

    long next = source.next();

    assertThat(next - generator.next()).isLessThanOrEqualTo(PerThreadIdGenerator.GREATEST_SLICE);
  }

  @Test
  void close_withIdsLeftInASlice_givesThemUp() {
    generator.next();

    generator.close();

    assertThatThrownBy(generator::next).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(source::next).isInstanceOf(IllegalStateException.class);
  }
}
