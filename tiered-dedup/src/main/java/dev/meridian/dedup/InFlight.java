package dev.meridian.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Claims on keys that an instance is at work on, in the hot store: an instance that meets another's
 * waits a little, and mostly finds the key applied then. It saves double work and decides nothing:
 * a claim may expire, be lost or never be seen. Thread-safe; blocks for the patience given.
 *
 * <p>Source: Redis documentation, SET with NX and PX, "Patterns": the owner's token is compared
 * before the claim is removed.
 */
final class InFlight {
  static final Duration LONGEST_PATIENCE = Duration.ofSeconds(10);

  /** A crashed owner's claim is in the way no longer than that. */
  private static final Duration EXPIRY = Duration.ofSeconds(30);

  private static final long LOOK_EVERY_MILLIS = 20;
  private static final Logger LOG = System.getLogger(InFlight.class.getName());

  private final MarkStore store;
  private final Duration patience;
  private final CountDownLatch never = new CountDownLatch(1);

  InFlight(MarkStore store, Duration patience) {
    this.store = store;
    this.patience = patience;
  }

  /** Claims the keys; waits for those that others hold, as long as the patience lasts. */
  Hold hold(String consumerGroup, List<DedupKey> keys) {
    byte[] owner = UUID.randomUUID().toString().getBytes(UTF_8);
    List<String> mine = new ArrayList<>();
    List<String> wanted =
        keys.stream()
            .map(key -> HotName.of(consumerGroup, key.key()).inFlight())
            .distinct()
            .toList();
    try {
      for (long waited = 0; !wanted.isEmpty(); waited += LOOK_EVERY_MILLIS) {
        wanted = take(wanted, owner, mine);
        if (wanted.isEmpty()
            || waited >= patience.toMillis()
            || never.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
          break;
        }
      }
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "In-flight claims don't work; going on without", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Hold(mine, owner, store);
  }

  /** Those that others hold. */
  private List<String> take(List<String> wanted, byte[] owner, List<String> mine) {
    List<Boolean> taken = store.writeIfAbsent(wanted, owner, EXPIRY);
    List<String> others = new ArrayList<>();
    for (int i = 0; i < taken.size(); i++) {
      (taken.get(i) ? mine : others).add(wanted.get(i));
    }
    return others;
  }
}
