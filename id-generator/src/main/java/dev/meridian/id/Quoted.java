package dev.meridian.id;

/** Text from outside, made safe to stand in a sentence: one line, not too long. */
final class Quoted {

  private static final int MAX_SHOWN = 64;

  private Quoted() {}

  /** In quotes, control characters as question marks. */
  static String of(String text) {
    String shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    return '"' + shown.replaceAll("\\p{Cntrl}", "?") + '"';
  }

  /** What a failure says, without the lines of detail behind it; its type if it says nothing. */
  static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName()
        : message.strip().lines().findFirst().orElse("");
  }
}
