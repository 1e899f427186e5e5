package dev.meridian.id;

/** A text or number that is no id of this deployment; the message says why and what to do. */
public final class RegionIdException extends IllegalArgumentException {

  RegionIdException(String message) {
    super(message);
  }
}
