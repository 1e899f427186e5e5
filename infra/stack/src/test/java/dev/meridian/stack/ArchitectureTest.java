package dev.meridian.stack;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.meridian.stack",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  private static final String PACKAGE = "dev.meridian.stack.";

  @ArchTest
  static final ArchRule ONLY_CONTAINER_CLASSES_KNOW_DOCKER =
      noClasses()
          .that(not(nameStartingWith(PACKAGE + "Container")))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.testcontainers..", "com.github.dockerjava..");

  @ArchTest
  static final ArchRule ONLY_LINKS_KNOW_NETTY =
      noClasses()
          .that(not(nameStartingWith(PACKAGE + "Link")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..");

  @ArchTest
  static final ArchRule ONLY_THE_BROKERS_OWN_PROGRAM_KNOWS_THE_SERVER =
      noClasses()
          .that(not(nameStartingWith(PACKAGE + "BrokerProgram")))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("kafka..");

  @ArchTest
  static final ArchRule NOTHING_OF_THE_OTHER_MODULES =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.meridian.messages..",
              "dev.meridian.consumer..",
              "dev.meridian.ledger..",
              "dev.meridian.dedup..",
              "dev.meridian.outbox..",
              "dev.meridian.id..");

  @ArchTest
  static final ArchRule ONE_PLACE_STARTS_CHILDREN =
      noClasses()
          .that(not(nameStartingWith(PACKAGE + "Guardian")))
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ProcessBuilder.class);

  @ArchTest
  static final ArchRule NODES_ARE_FINAL =
      classes()
          .that()
          .areAssignableTo(Node.class)
          .and()
          .areNotInterfaces()
          .should()
          .haveModifier(JavaModifier.FINAL);
}
