package dev.meridian.dedup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The module's README.md, whose examples are run. */
final class Readme {

  private Readme() {}

  /** All fenced blocks of this language. */
  static List<String> blocks(String language) throws IOException {
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("README.md")));
    return block.results().map(found -> found.group(1)).toList();
  }
}
