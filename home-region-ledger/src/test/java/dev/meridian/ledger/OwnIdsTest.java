package dev.meridian.ledger;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No id that leaves the process is a UUID or comes from a column: all are id-generator's. */
@AnalyzeClasses(packages = "dev.meridian", importOptions = ImportOption.DoNotIncludeTests.class)
class OwnIdsTest {

  /** Gives outbox rows their place; it never leaves the database. */
  private static final String OUTBOX_ORDER = "nextval('outbox_seq')";

  /** Its UUID tells the owner of a short lock in Redis; it names nothing that is kept. */
  private static final String TOKEN_OF_A_LOCK = "dev.meridian.dedup.InFlight";

  private static final Pattern DRAWN_BY_THE_DATABASE =
      Pattern.compile(
          "(?i)\\b(uuid\\w*|gen_random_\\w+|\\w*serial[248]?|identity)\\b|nextval\\([^)]*\\)");

  @ArchTest
  static final ArchRule NO_ID_IS_A_UUID_OR_GENERATED_BY_JPA =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.meridian.stack..")
          .and()
          .doNotHaveFullyQualifiedName(TOKEN_OF_A_LOCK)
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.util\\.UUID|jakarta\\.persistence\\.(GeneratedValue|SequenceGenerator|TableGenerator)");

  @Test
  void migrations_ofEveryLocation_drawNoIdButTheOutboxesOrder() throws IOException {
    List<String> drawn = new ArrayList<>();
    int migrations = 0;
    for (String location : locations()) {
      for (Path migration : migrations(location)) {
        migrations++;
        Matcher found = DRAWN_BY_THE_DATABASE.matcher(withoutComments(migration));
        while (found.find()) {
          drawn.add(found.group());
        }
      }
    }

    assertThat(migrations).isGreaterThanOrEqualTo(locations().length);
    assertThat(drawn).containsExactly(OUTBOX_ORDER);
  }

  private static String[] locations() throws IOException {
    Properties properties = new Properties();
    try (InputStream file = OwnIdsTest.class.getResourceAsStream("/application.properties")) {
      properties.load(file);
    }
    return properties.getProperty("quarkus.flyway.locations").split(",");
  }

  private static List<Path> migrations(String location) throws IOException {
    Path root = Path.of(System.getProperty("meridian.root"));
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().contains("src/main/resources/" + location + "/"))
          .filter(file -> file.toString().endsWith(".sql"))
          .toList();
    }
  }

  private static String withoutComments(Path migration) throws IOException {
    return Files.readString(migration, StandardCharsets.UTF_8).replaceAll("--.*", "");
  }
}
