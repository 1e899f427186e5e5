package dev.meridian.id;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The core is plain Java; what knows a framework lies beside it, one package each. */
@AnalyzeClasses(packages = "dev.meridian.id", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] PLAIN_JAVA = {
    "java.lang..",
    "java.util..",
    "java.nio..",
    "java.time..",
    "java.sql",
    "javax.sql",
    "org.jspecify.."
  };

  @ArchTest
  static final ArchRule core_dependsOnlyOnTheJdkAndJspecify =
      classes()
          .that()
          .resideInAPackage("dev.meridian.id")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(and("dev.meridian.id"));

  @ArchTest
  static final ArchRule command_dependsOnlyOnTheJdkAndTheCore =
      classes()
          .that()
          .resideInAPackage("dev.meridian.id.decode")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(and("dev.meridian.id", "dev.meridian.id.decode", "java.io.."));

  @ArchTest
  static final ArchRule packages_haveNoCycles =
      slices().matching("dev.meridian.(**)").should().beFreeOfCycles();

  private static String[] and(String... more) {
    return java.util.stream.Stream.concat(
            java.util.stream.Stream.of(PLAIN_JAVA), java.util.stream.Stream.of(more))
        .toArray(String[]::new);
  }
}
