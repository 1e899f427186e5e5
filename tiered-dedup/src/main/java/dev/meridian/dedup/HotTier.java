package dev.meridian.dedup;

import dev.meridian.dedup.DedupMeters.HotAnswer;
import dev.meridian.dedup.DedupMeters.Marked;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Marks of applied keys in a store that may lose them, or be away, at any time. It only ever says
 * what it read; whether that counts, the incarnation tells. A failure is "no answer" and is
 * counted. Thread-safe; blocks no longer than the store does.
 */
final class HotTier {
  private static final Logger LOG = System.getLogger(HotTier.class.getName());

  private final MarkStore store;
  private final MarkCache cache;
  private final DedupMeters meters;
  private final AtomicBoolean reads = new AtomicBoolean(true);
  private final AtomicBoolean writes = new AtomicBoolean(true);

  HotTier(MarkStore store, MarkCache cache, DedupMeters meters) {
    this.store = store;
    this.cache = cache;
    this.meters = meters;
  }

  private record Question(String key, HotName name) {}

  /** The marks of those keys that have one. */
  Map<String, Mark> read(String consumerGroup, Collection<String> keys) {
    Map<String, Mark> marks = new HashMap<>();
    List<Question> questions = new ArrayList<>();
    HotName.Namer names = new HotName.Namer(consumerGroup);
    for (String key : keys) {
      HotName name = names.of(key);
      Mark cached = cache.get(name);
      if (cached == null) {
        questions.add(new Question(key, name));
      } else {
        marks.put(key, cached);
      }
    }
    ask(consumerGroup, questions, marks);
    return marks;
  }

  private void ask(String consumerGroup, List<Question> questions, Map<String, Mark> marks) {
    List<byte @Nullable []> values = values(consumerGroup, questions);
    int unreadable = 0;
    for (int i = 0; i < values.size(); i++) {
      byte[] value = values.get(i);
      if (value != null) {
        Question question = questions.get(i);
        Optional<Mark> mark = MarkCodec.decode(question.name(), value);
        mark.ifPresent(found -> marks.put(question.key(), found));
        unreadable += mark.isEmpty() ? 1 : 0;
      }
    }
    meters.countHot(consumerGroup, HotAnswer.UNREADABLE, unreadable);
  }

  /** One for each question, or none at all. */
  private List<byte @Nullable []> values(String consumerGroup, List<Question> questions) {
    if (questions.isEmpty()) {
      return List.of();
    }
    try {
      List<byte @Nullable []> values =
          store.read(questions.stream().map(question -> question.name().mark()).toList());
      if (values.size() == questions.size()) {
        note(reads, null, "read");
        return values;
      }
      note(reads, new IllegalStateException(values.size() + " answers"), "read");
    } catch (RuntimeException e) {
      note(reads, e, "read");
    }
    meters.countHot(consumerGroup, HotAnswer.UNAVAILABLE, questions.size());
    return List.of();
  }

  /**
   * Writes marks for keys whose effect is committed.
   *
   * @param known the keys as the committed transaction had them
   * @param now that transaction's time, by the database's clock
   */
  void write(
      String consumerGroup,
      Map<String, KnownKey> known,
      Incarnation incarnation,
      Duration window,
      Instant now) {
    List<MarkStore.Entry> entries = new ArrayList<>(known.size());
    HotName.Namer names = new HotName.Namer(consumerGroup);
    known.forEach(
        (key, holder) -> {
          Duration left = window.minus(Duration.between(holder.firstSeen(), now));
          if (left.toMillis() > 0) {
            HotName name = names.of(key);
            Mark mark = Mark.of(holder, incarnation);
            cache.put(name, mark, left);
            entries.add(new MarkStore.Entry(name.mark(), MarkCodec.encode(name, mark), left));
          }
        });
    meters.countMarks(consumerGroup, Marked.EXPIRED, known.size() - entries.size());
    write(consumerGroup, entries);
  }

  private void write(String consumerGroup, List<MarkStore.Entry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    try {
      store.write(entries);
      note(writes, null, "written");
      meters.countMarks(consumerGroup, Marked.WRITTEN, entries.size());
    } catch (RuntimeException e) {
      note(writes, e, "written");
      meters.countMarks(consumerGroup, Marked.FAILED, entries.size());
    }
  }

  /** One line when it begins to fail, and one when it works again. */
  private static void note(AtomicBoolean works, @Nullable RuntimeException failure, String what) {
    if (works.getAndSet(failure == null) != (failure == null)) {
      if (failure == null) {
        LOG.log(Level.INFO, "Hot marks can be {0} again", what);
      } else {
        LOG.log(Level.WARNING, "Hot marks can''t be {0}; warm answers: {1}", what, failure);
      }
    }
  }
}
