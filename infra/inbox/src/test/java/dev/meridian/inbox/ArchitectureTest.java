package dev.meridian.inbox;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.meridian.inbox", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule inbox_dependencies_onlyTheJdkTheOutboxKafkasClientsAndLogging =
      classes()
          .that()
          .resideInAPackage("dev.meridian.inbox")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.inbox",
              "dev.meridian.outbox",
              "java..",
              "javax.sql",
              "org.apache.kafka.clients.admin",
              "org.apache.kafka.clients.consumer",
              "org.apache.kafka.common..",
              "org.jboss.logging",
              "org.jspecify.annotations");
}
