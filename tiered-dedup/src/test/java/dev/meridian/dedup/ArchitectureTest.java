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
  static final ArchRule core_dependsOnlyOnTheJdkAndJspecify =
      classes()
          .that()
          .resideInAPackage("dev.meridian.dedup")
          .and()
          .haveSimpleNameNotContaining("Caffeine")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.dedup",
              "java.lang..",
              "java.time..",
              "java.util..",
              "java.nio..",
              "java.security",
              "java.sql",
              "javax.sql",
              "org.jspecify..");
}
