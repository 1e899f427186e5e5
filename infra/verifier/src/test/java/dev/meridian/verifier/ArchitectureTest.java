package dev.meridian.verifier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.meridian", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String DIGEST = "dev.meridian.verifier.digest";
  private static final String COLLECT = "dev.meridian.verifier.collect";
  private static final String CHECK = "dev.meridian.verifier.check";
  private static final String CLI = "dev.meridian.verifier.cli";

  @ArchTest
  static final ArchRule verifier_knowsNoService_onlyMessages =
      classes()
          .that()
          .resideInAPackage("dev.meridian.verifier..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.verifier..",
              "dev.meridian.messages",
              "java..",
              "com.fasterxml.jackson..",
              "org.apache.kafka.clients..",
              "org.apache.kafka.common..",
              "org.jspecify.annotations",
              "picocli");

  @ArchTest
  static final ArchRule checks_arePure_andReadNoDatabase =
      noClasses()
          .that()
          .resideInAPackage(CHECK)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql", "org.apache.kafka..", COLLECT, CLI);

  @ArchTest
  static final ArchRule digest_dependsOnNothingElseHere =
      noClasses()
          .that()
          .resideInAPackage(DIGEST)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(COLLECT, CHECK, CLI, "java.sql", "org.apache.kafka..");

  @ArchTest
  static final ArchRule collecting_doesNotJudge =
      noClasses()
          .that()
          .resideInAPackage(COLLECT)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CHECK, CLI);
}
