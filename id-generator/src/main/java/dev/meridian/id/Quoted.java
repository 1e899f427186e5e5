package dev.meridian.id;

/** Text from outside, made safe to stand in a sentence: quoted, one line, not too long. */
final class Quoted {

  private static final int MAX_SHOWN = 64;

  private Quoted() {}

  static String of(String text) {
    String shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    return '"' + shown.replaceAll("\\p{Cntrl}", "?") + '"';
  }
}
