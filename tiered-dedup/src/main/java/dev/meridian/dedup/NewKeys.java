package dev.meridian.dedup;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds what the work said against what it was given. */
final class NewKeys {
  private NewKeys() {}

  /**
   * The keys of parked messages.
   *
   * @throws IllegalStateException if the work didn't say what became of each: nothing may be
   *     committed then
   */
  static List<DedupKey> parked(List<DedupKey> newKeys, List<@Nullable Disposition> dispositions) {
    if (dispositions.size() != newKeys.size()) {
      throw new IllegalStateException(
          "the work was given %d new messages and said what became of %d"
              .formatted(newKeys.size(), dispositions.size()));
    }
    List<DedupKey> parked = new ArrayList<>();
    for (int i = 0; i < newKeys.size(); i++) {
      Disposition disposition = dispositions.get(i);
      if (disposition == null) {
        throw new IllegalStateException(
            "the work said null of the new message %s: say APPLIED or PARKED"
                .formatted(newKeys.get(i).key()));
      }
      if (disposition == Disposition.PARKED) {
        parked.add(newKeys.get(i));
      }
    }
    return parked;
  }
}
