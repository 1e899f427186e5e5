package dev.meridian.verifier.check;

import java.util.List;
import java.util.function.Consumer;

/** What a generator has sent. Rows can be read any number of times, and only streamed. */
public interface Sent {

  /**
   * Hands over every request.
   *
   * @throws dev.meridian.verifier.digest.UnreadableDigestException if the list is damaged
   */
  void each(Consumer<? super SentRequest> consumer);

  /** A list in memory. */
  static Sent of(List<SentRequest> requests) {
    List<SentRequest> copy = List.copyOf(requests);
    return copy::forEach;
  }
}
