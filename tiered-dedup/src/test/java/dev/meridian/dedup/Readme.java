package dev.meridian.dedup;

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
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("README.md")));
    if (!block.find()) {
      throw new AssertionError("README.md has no " + language + " block");
    }
    return block.group(1);
  }
}
