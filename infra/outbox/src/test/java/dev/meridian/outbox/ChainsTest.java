package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ChainsTest {
  private static final long FENCE = 1;
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));
  private static final long LATER = Duration.ofMinutes(1).toNanos();

  private final Chains chains = new Chains(1_000, BACKOFF, new SplittableRandom(1));

  private static UnsentRow row(long seq, String topic, String key) {
    OutboxRecord record = OutboxRecord.of(topic, key, "m" + seq, Map.of(), null);
    return new UnsentRow(seq, 1, Lane.of(topic, record.key()), FENCE, record);
  }

  private static UnsentRow row(long seq, String key) {
    return row(seq, "topic", key);
  }

  private static List<Long> seqs(List<UnsentRow> rows) {
    return rows.stream().map(UnsentRow::seq).toList();
  }

  @Test
  void take_severalKeys_givesTheFirstOfEach() {
    chains.add(List.of(row(1, "a"), row(2, "a"), row(3, "b")));

    List<UnsentRow> taken = chains.take(0);

    assertThat(seqs(taken)).containsExactly(1L, 3L);
    assertThat(chains.take(0)).isEmpty();
  }

  @Test
  void acknowledged_first_letsTheNextOfItsKeyGo() {
    chains.add(List.of(row(1, "a"), row(2, "a")));
    UnsentRow first = chains.take(0).get(0);

    chains.acknowledged(first);

    assertThat(seqs(chains.take(0))).containsExactly(2L);
    assertThat(chains.held()).as("1 waits for its mark").isEqualTo(2);
  }

  @Test
  void marked_acknowledged_isNoLongerInHand() {
    chains.add(List.of(row(1, "a")));
    List<UnsentRow> taken = chains.take(0);
    chains.acknowledged(taken.get(0));

    chains.marked(taken);

    assertThat(chains.held()).isZero();
  }

  @Test
  void failed_first_holdsBackItsKeyOnlyAndKeepsOnlyItsHead() {
    chains.add(List.of(row(1, "a"), row(2, "a"), row(3, "b"), row(4, "b")));
    List<UnsentRow> taken = chains.take(0);
    chains.failed(taken.get(0), false, 0);
    chains.acknowledged(taken.get(1));

    List<UnsentRow> next = chains.take(0);

    assertThat(seqs(next)).containsExactly(4L);
    assertThat(chains.blockedKeys()).isEqualTo(1);
    assertThat(chains.except().seqs()).containsExactlyInAnyOrder(1L, 3L, 4L);
    assertThat(chains.except().keys()).containsExactly(ChainKey.of(taken.get(0).record()));
  }

  @Test
  void take_afterTheWait_triesTheSameRowAgain() {
    chains.add(List.of(row(1, "a"), row(2, "a")));
    chains.failed(chains.take(0).get(0), false, 0);

    List<UnsentRow> again = chains.take(LATER);

    assertThat(seqs(again)).containsExactly(1L);
    chains.acknowledged(again.get(0));
    chains.add(List.of(row(2, "a")));
    assertThat(seqs(chains.take(LATER))).containsExactly(2L);
    assertThat(chains.except().keys()).isEmpty();
  }

  @Test
  void take_boundOfRecordsOnTheirWay_isKept() {
    Chains two = new Chains(2, BACKOFF, new SplittableRandom(1));
    two.add(List.of(row(1, "a"), row(2, "b"), row(3, "c")));
    List<UnsentRow> taken = two.take(0);

    two.acknowledged(taken.get(0));

    assertThat(taken).hasSize(2);
    assertThat(seqs(two.take(0))).containsExactly(3L);
  }

  @Test
  void failed_manyKeysOfOneTopic_closesItAndProbesWithOne() {
    closeTopic("gone");
    chains.add(List.of(row(900, "gone", "fresh"), row(901, "good", "a")));

    List<UnsentRow> later = chains.take(LATER);

    assertThat(later).extracting(r -> r.record().topic()).containsExactlyInAnyOrder("gone", "good");
    assertThat(chains.except().topics()).containsExactly("gone");
    assertThat(chains.except().keys()).isEmpty();
  }

  @Test
  void acknowledged_probe_opensTheTopicAndAllGo() {
    closeTopic("gone");
    UnsentRow probe = chains.take(LATER).get(0);

    chains.acknowledged(probe);

    assertThat(chains.take(LATER)).hasSize(Chains.BLOCKED_CLOSE_TOPIC - 1);
    assertThat(chains.closedTopics()).isZero();
    assertThat(chains.except().topics()).isEmpty();
  }

  @Test
  void failed_probe_waitsLongerAndAnotherProbes() {
    closeTopic("gone");
    UnsentRow probe = chains.take(LATER).get(0);

    chains.failed(probe, false, LATER);

    assertThat(chains.take(LATER)).isEmpty();
    assertThat(chains.take(2 * LATER)).hasSize(1).doesNotContain(probe);
  }

  @Test
  void failed_recordsThatAreRefused_neverCloseTheirTopic() {
    chains.add(LongStream.range(0, 500).mapToObj(seq -> row(seq, "k" + seq)).toList());
    for (UnsentRow row : chains.take(0)) {
      chains.failed(row, true, 0);
    }
    chains.add(List.of(row(900, "good")));

    List<UnsentRow> next = chains.take(0);

    assertThat(seqs(next)).containsExactly(900L);
    assertThat(chains.blockedKeys()).isEqualTo(500);
  }

  @Test
  void drop_lane_forgetsWaitingAndBlockedButNotWhatIsOnItsWay() {
    chains.add(List.of(row(1, "a"), row(2, "a"), row(3, "b")));
    List<UnsentRow> taken = chains.take(0);
    chains.failed(taken.get(1), false, 0);

    chains.drop(Set.copyOf(taken.stream().map(UnsentRow::lane).toList()));

    assertThat(chains.except().seqs()).containsExactly(1L);
    assertThat(chains.blockedKeys()).isZero();
    chains.failed(taken.get(0), false, 0);
    assertThat(chains.held()).isZero();
    assertThat(chains.take(LATER)).isEmpty();
  }

  @Test
  void drop_closedTopic_opensIt() {
    closeTopic("gone");
    UnsentRow probe = chains.take(LATER).get(0);
    chains.drop(
        LongStream.range(0, Lane.COUNT).boxed().map(Long::intValue).collect(Collectors.toSet()));

    chains.failed(probe, false, LATER);

    assertThat(chains.closedTopics()).isZero();
    assertThat(chains.held()).isZero();
  }

  @Test
  void anyOrderOfAcksAndFailures_keepsTheOrderPerKey() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    Chains some = new Chains(20, BACKOFF, random);
    Map<String, List<Long>> unsent = new HashMap<>();
    for (long seq = 1; seq <= 300; seq++) {
      unsent.computeIfAbsent("k" + random.nextInt(25), k -> new ArrayList<>()).add(seq);
    }
    List<UnsentRow> onTheirWay = new ArrayList<>();
    long now = 0;
    for (int step = 0; step < 200_000 && !unsent.isEmpty(); step++) {
      now += Duration.ofMillis(20).toNanos();
      readAgain(some, unsent, random.nextInt(50));
      onTheirWay.addAll(some.take(now));
      assertThat(onTheirWay).as("seed %d", seed).hasSizeLessThanOrEqualTo(20);
      if (!onTheirWay.isEmpty()) {
        UnsentRow row = onTheirWay.remove(random.nextInt(onTheirWay.size()));
        List<Long> ofKey =
            Objects.requireNonNull(
                unsent.get(new String(ChainKey.of(row.record()).bytes(), UTF_8)));
        assertThat(row.seq()).as("seed %d", seed).isEqualTo(ofKey.get(0));
        if (random.nextInt(10) < 3) {
          some.failed(row, random.nextBoolean(), now);
        } else {
          some.acknowledged(row);
          some.marked(List.of(row));
          ofKey.remove(0);
          unsent.values().removeIf(List::isEmpty);
        }
      }
    }
    assertThat(unsent).as("seed %d", seed).isEmpty();
    assertThat(some.held()).as("seed %d", seed).isZero();
    assertThat(some.inFlight()).isZero();
  }

  /** What the database would answer to a bounded read from the lowest row. */
  private static void readAgain(Chains chains, Map<String, List<Long>> unsent, int limit) {
    UnsentRows.Except except = chains.except();
    List<UnsentRow> page =
        unsent.entrySet().stream()
            .flatMap(e -> e.getValue().stream().map(seq -> row(seq, e.getKey())))
            .filter(row -> !except.seqs().contains(row.seq()))
            .filter(row -> !except.topics().contains(row.record().topic()))
            .filter(row -> !except.keys().contains(ChainKey.of(row.record())))
            .sorted(Comparator.comparingLong(UnsentRow::seq))
            .limit(limit)
            .toList();
    chains.add(page);
  }

  private void closeTopic(String topic) {
    chains.add(
        LongStream.range(0, Chains.BLOCKED_CLOSE_TOPIC)
            .mapToObj(seq -> row(seq, topic, "k" + seq))
            .toList());
    for (UnsentRow row : chains.take(0)) {
      chains.failed(row, false, 0);
    }
  }
}
