package dev.meridian.outbox;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.meridian.outbox", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule outbox_dependencies_onlyTheJdkKafkaClientsAndLogging =
      classes()
          .that()
          .resideInAPackage("dev.meridian.outbox")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.outbox",
              "java..",
              "javax.sql",
              "org.apache.kafka.clients.producer",
              "org.apache.kafka.common..",
              "org.jboss.logging",
              "org.jspecify.annotations");

  @ArchTest
  static final ArchRule kafka_isKnown_onlyToItsSender =
      noClasses()
          .that()
          .resideInAPackage("dev.meridian.outbox")
          .and()
          .haveSimpleNameNotStartingWith("KafkaRecordSender")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");
}
