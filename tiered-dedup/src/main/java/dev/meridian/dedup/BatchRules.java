package dev.meridian.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every deduplicator holds a batch and the caller's work to, whatever it stores its keys in:
 * for who writes one. Stateless.
 */
public final class BatchRules {
  private static final int LONGEST_GROUP_BYTES = 255;
  private static final int LONGEST_KEY_BYTES = 2_048;
  private static final int MOST_BYTES_OF_A_CHAR = 3;
  private static final int SHOWN = 60;

  private static final String CHARACTER_NOT_IN_REPERTOIRE = "22021";
  private static final String CHECK_VIOLATION = "23514";

  private BatchRules() {}

  /**
   * Refuses what the tables wouldn't take, by name, before the database does without.
   *
   * @throws IllegalArgumentException if there are more than {@value Deduplicator#MAX_BATCH}
   * @throws SQLException SQLSTATE 22021 if the group or a key has U+0000, 23514 if one is empty or
   *     too long: for the caller to park that message
   */
  public static void checkStorable(String consumerGroup, Collection<DedupKey> keys)
      throws SQLException {
    if (keys.size() > Deduplicator.MAX_BATCH) {
      throw new IllegalArgumentException(
          "%d messages at once are more than %d; split the batch"
              .formatted(keys.size(), Deduplicator.MAX_BATCH));
    }
    check("consumer group", consumerGroup, LONGEST_GROUP_BYTES);
    for (DedupKey key : keys) {
      check("key", key.key(), LONGEST_KEY_BYTES);
    }
  }

  private static void check(String what, String text, int longest) throws SQLException {
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      throw new SQLDataException(
          "%s \"%s\" has U+0000 as its character %d, which PostgreSQL's text can't hold: park the message"
              .formatted(what, shown(text), nul + 1),
          CHARACTER_NOT_IN_REPERTOIRE);
    }
    int bytes =
        text.length() * MOST_BYTES_OF_A_CHAR <= longest
            ? text.length()
            : text.getBytes(UTF_8).length;
    if (bytes < 1 || bytes > longest) {
      throw new SQLIntegrityConstraintViolationException(
          "%s \"%s\" has %d bytes of UTF-8, not 1 to %d: park the message, or let its key be a digest"
              .formatted(what, shown(text), bytes, longest),
          CHECK_VIOLATION);
    }
  }

  private static String shown(String text) {
    String whole = text.replace('\0', '\u2400');
    return whole.length() <= SHOWN ? whole : whole.substring(0, SHOWN) + "…";
  }

  /**
   * Lets the caller do its part: its work for the new ones, its parking for those that contradict.
   *
   * @param verdicts one for each message
   * @param keys one for each message
   * @return the keys of messages that the work parked
   * @throws IllegalStateException if the work didn't say what became of each: nothing may be
   *     committed then
   */
  public static <M> List<DedupKey> work(
      Connection connection,
      List<Verdict> verdicts,
      List<M> messages,
      List<DedupKey> keys,
      Work<M> work,
      Conflicts<M> conflicts)
      throws SQLException {
    List<M> newOnes = new ArrayList<>();
    List<DedupKey> newKeys = new ArrayList<>();
    List<M> contradicting = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      if (verdicts.get(i) instanceof Verdict.New) {
        newOnes.add(messages.get(i));
        newKeys.add(keys.get(i));
      } else if (verdicts.get(i) instanceof Verdict.Conflict) {
        contradicting.add(messages.get(i));
      }
    }
    List<DedupKey> parked =
        newOnes.isEmpty()
            ? List.of()
            : parked(newKeys, work.apply(connection, List.copyOf(newOnes)));
    if (!contradicting.isEmpty()) {
      conflicts.park(connection, List.copyOf(contradicting));
    }
    return parked;
  }

  private static List<DedupKey> parked(
      List<DedupKey> newKeys, List<@Nullable Disposition> dispositions) {
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
