package dev.meridian.stack;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Configuration files of Kafka's programs. */
final class PropertyFiles {

  private PropertyFiles() {}

  static Path write(Path file, Properties properties) {
    try {
      StringWriter text = new StringWriter();
      properties.store(text, null);
      return Files.writeString(file, text.toString());
    } catch (IOException e) {
      throw new StackException("cannot write " + file, e);
    }
  }
}
