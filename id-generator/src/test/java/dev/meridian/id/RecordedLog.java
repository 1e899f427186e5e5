package dev.meridian.id;

import java.text.MessageFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Keeps what is logged, as level and text. Thread-safe. */
final class RecordedLog implements System.Logger {

  private volatile boolean failing;
  private final List<String> lines = new CopyOnWriteArrayList<>();

  List<String> lines() {
    return lines;
  }

  /** As a handler does whose disk is full. */
  void failFromNowOn() {
    failing = true;
  }

  @Override
  public String getName() {
    return "recorded";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(
      Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
    if (failing) {
      throw new IllegalStateException("no space left");
    }
    lines.add(level + " " + text);
  }

  @Override
  public void log(
      Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... parameters) {
    lines.add(level + " " + MessageFormat.format(format, parameters));
  }
}
