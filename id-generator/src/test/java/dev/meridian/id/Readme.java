package dev.meridian.id;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The module's README.md, whose examples are run. */
final class Readme {

  private Readme() {}

  /** The first fenced block of this language. */
  static String block(String language) throws IOException {
    return block(language, 0);
  }

  /** The fenced block of this language at this place, from 0. */
  static String block(String language, int place) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("README.md")));
    for (int i = 0; i <= place; i++) {
      if (!block.find()) {
        throw new AssertionError("README.md has no " + language + " block " + i);
      }
    }
    return block.group(1);
  }
}
