package dev.meridian.consumer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Adapters (kafka, http, database, health) depend on capabilities (intake, payment), never back.
 */
@AnalyzeClasses(
    packages = "dev.meridian.consumer",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule CAPABILITIES_KNOW_NO_TRANSPORT =
      noClasses()
          .that()
          .resideInAnyPackage("dev.meridian.consumer.intake", "dev.meridian.consumer.payment")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "org.eclipse.microprofile.reactive..",
              "io.smallrye.reactive..",
              "jakarta.ws.rs..",
              "io.vertx..",
              "io.micrometer..");

  @ArchTest
  static final ArchRule INTAKE_IS_PLAIN_JAVA =
      noClasses()
          .that()
          .resideInAPackage("dev.meridian.consumer.intake")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quarkus..", "jakarta..");

  @ArchTest
  static final ArchRule PAYMENT_DEPENDS_ON_NO_SIBLING =
      noClasses()
          .that()
          .resideInAPackage("dev.meridian.consumer.payment")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.consumer.intake",
              "dev.meridian.consumer.kafka",
              "dev.meridian.consumer.http",
              "dev.meridian.consumer.health",
              "dev.meridian.consumer.database",
              "dev.meridian.consumer.config");

  @ArchTest
  static final ArchRule INTAKE_DEPENDS_ON_NO_ADAPTER =
      noClasses()
          .that()
          .resideInAPackage("dev.meridian.consumer.intake")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.consumer.kafka",
              "dev.meridian.consumer.http",
              "dev.meridian.consumer.health",
              "dev.meridian.consumer.database",
              "dev.meridian.consumer.config");

  @ArchTest
  static final ArchRule ONLY_THE_ASSEMBLY_KNOWS_ALL =
      classes()
          .that()
          .resideInAPackage("dev.meridian.consumer.config")
          .should()
          .onlyBeAccessed()
          .byAnyPackage("dev.meridian.consumer.config");

  @ArchTest
  static final ArchRule NO_CYCLES =
      slices().matching("dev.meridian.consumer.(*)..").should().beFreeOfCycles();
}
