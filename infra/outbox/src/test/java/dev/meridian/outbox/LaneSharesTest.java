package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.outbox.LaneShares.Live;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LaneSharesTest {
  @Test
  void part_anyNumberOfRelays_sumsToAllLanesAndDiffersByOneAtMost() {
    for (int relays = 1; relays <= 20; relays++) {
      List<Live> live = IntStream.range(0, relays).mapToObj(i -> new Live(i, Lane.COUNT)).toList();

      List<Integer> parts =
          live.stream().map(each -> LaneShares.part(each.relay(), live)).sorted().toList();

      assertThat(parts.stream().mapToInt(Integer::intValue).sum()).isEqualTo(Lane.COUNT);
      assertThat(parts.get(relays - 1) - parts.get(0)).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void part_someMayOwnFew_othersOwnTheRest() {
    List<Live> live = List.of(new Live(1, 2), new Live(2, Lane.COUNT), new Live(3, 1));

    assertThat(live)
        .extracting(each -> LaneShares.part(each.relay(), live))
        .containsExactly(2, 13, 1);
  }

  @Test
  void part_allMayOwnFew_leavesLanes() {
    List<Live> live = List.of(new Live(1, 2), new Live(2, 3));

    assertThat(LaneShares.part(1, live)).isEqualTo(2);
    assertThat(LaneShares.part(2, live)).isEqualTo(3);
  }

  @Test
  void part_ofOneThatIsNotAmongThem_isNothing() {
    assertThat(LaneShares.part(9, List.of(new Live(1, Lane.COUNT)))).isZero();
  }
}
