package dev.meridian.verifier.check;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the digests are held against beside each other. Immutable.
 *
 * @param limit how long a payment, leg, command or outbox row may stay open; zero: the system is
 *     quiet, everything must be done
 * @param cut what is younger is not judged where regions are compared; null: the earliest snapshot
 *     minus the limit, and with limit zero nothing is too young
 * @param sent what was sent, if known
 * @param kills how many processes were killed, or lost their partitions, while records were in
 *     flight
 * @param inFlight how many records one of them may have had in hand
 */
public record Expectations(
    Duration limit, @Nullable Instant cut, @Nullable Sent sent, int kills, long inFlight) {

  public Expectations {
    if (limit.isNegative() || kills < 0 || inFlight < 0) {
      throw new IllegalArgumentException("limit, kills and records in flight must not be negative");
    }
  }

  /** The system has come to rest: nothing may be open, nothing is too young. */
  public static Expectations quiet() {
    return new Expectations(Duration.ZERO, null, null, 0, 0);
  }

  /** The system is at work; what is older than the limit must be done. */
  public static Expectations running(Duration limit) {
    return new Expectations(limit, null, null, 0, 0);
  }

  public Expectations asOf(Instant newCut) {
    return new Expectations(limit, newCut, sent, kills, inFlight);
  }

  public Expectations withSent(Sent newSent) {
    return new Expectations(limit, cut, newSent, kills, inFlight);
  }

  public Expectations withKills(int newKills, long newInFlight) {
    return new Expectations(limit, cut, sent, newKills, newInFlight);
  }

  /** Whether the system is said to be at rest. */
  boolean atRest() {
    return limit.isZero() && cut == null;
  }

  Optional<Sent> sentList() {
    return Optional.ofNullable(sent);
  }
}
