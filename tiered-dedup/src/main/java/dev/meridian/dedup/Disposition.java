package dev.meridian.dedup;

/** What the caller's work made of a new message. */
public enum Disposition {
  /** Its effect is part of the transaction: from the commit on, each copy is a duplicate. */
  APPLIED,
  /** It can't be applied and was put aside: its key is forgotten, so that a redrive is new. */
  PARKED
}
