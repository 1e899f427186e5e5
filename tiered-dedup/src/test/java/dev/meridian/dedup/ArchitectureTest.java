package dev.meridian.dedup;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.meridian.dedup",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule main_code_dependsOnlyOnTheJdkAndJspecify =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.dedup",
              "java.lang..",
              "java.time..",
              "java.util..",
              "java.nio..",
              "java.sql",
              "javax.sql",
              "org.jspecify..");
}
