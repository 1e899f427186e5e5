package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the docs against the tree: the tests that they name, the settings, the links. */
class DocsTest {
  private static final Pattern TEST_NAME =
      Pattern.compile("`([A-Z][A-Za-z]+(?:IT|Test))(?:#([A-Za-z_0-9]+))?`");
  private static final Pattern MAPPING =
      Pattern.compile("@ConfigMapping\\(prefix = \"(meridian(?:\\.[a-z]+)?)\"\\)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

  private final Path root = Path.of(System.getProperty("meridian.root"));

  @Test
  void docs_everyTestThatIsNamed_exists() {
    Map<String, String> tests = new HashMap<>();
    for (Path source : files(".java")) {
      if (source.toString().contains("/src/test/")) {
        // both services have a ServiceIT
        tests.merge(
            source.getFileName().toString().replace(".java", ""), text(source), String::concat);
      }
    }
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (Path page : files(".md")) {
      Matcher name = TEST_NAME.matcher(text(page));
      while (name.find()) {
        named++;
        String source = tests.get(name.group(1));
        if (source == null
            || (name.group(2) != null && !source.contains("void " + name.group(2) + "("))) {
          missing.add(root.relativize(page) + ": " + name.group());
        }
      }
    }

    assertThat(named).as("tests named in the docs").isGreaterThan(30);
    assertThat(missing).isEmpty();
  }

  @Test
  void docs_everyLinkWithinTheTree_leadsSomewhere() {
    List<String> broken = new ArrayList<>();
    for (Path page : files(".md")) {
      Matcher link = LINK.matcher(text(page));
      while (link.find()) {
        if (!Files.exists(page.resolveSibling(link.group(1)))) {
          broken.add(root.relativize(page) + ": " + link.group(1));
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void configurationPage_everySettingOfBothServices_isThereAndNoOther() {
    Pattern setting = Pattern.compile("(?m)^  [A-Za-z<>, ]+ ([a-z][A-Za-z]+)\\(\\);");
    String page = text(root.resolve("docs/configuration.md"));
    List<String> settings = new ArrayList<>();
    for (Path source : files("Config.java")) {
      Matcher prefix = MAPPING.matcher(text(source));
      if (prefix.find()) {
        Matcher matcher = setting.matcher(text(source));
        while (matcher.find()) {
          settings.add(prefix.group(1) + "." + dashed(matcher.group(1)));
        }
      }
    }
    Matcher row = Pattern.compile("(?m)^\\| `(meridian\\.[a-z.-]+)`").matcher(page);
    List<String> documented = new ArrayList<>();
    while (row.find()) {
      documented.add(row.group(1));
    }

    assertThat(settings).isNotEmpty();
    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(settings.stream().distinct().toList());
  }

  private static String dashed(String camel) {
    return camel.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
  }

  private List<Path> files(String ending) {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(p -> p.toString().endsWith(ending) && !p.toString().contains("/target/"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
