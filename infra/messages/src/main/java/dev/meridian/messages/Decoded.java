package dev.meridian.messages;

/** What reading a record gives: never an exception, never null. */
public sealed interface Decoded {

  /** A message that can be worked on. */
  record Valid(Message message) implements Decoded {}

  /** A record without a value: counted and acknowledged, nothing is booked. */
  record Tombstone() implements Decoded {}

  /** A record that is parked with its original bytes. */
  record Unreadable(Refusal refusal, String detail) implements Decoded {}
}
