package dev.meridian.ledger;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Direction: kafka, http and health adapters, then capabilities, then values. */
@AnalyzeClasses(packages = "dev.meridian.ledger", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  private static final String[] CAPABILITIES = {
    "dev.meridian.ledger.booking..",
    "dev.meridian.ledger.account..",
    "dev.meridian.ledger.journal..",
    "dev.meridian.ledger.statement..",
    "dev.meridian.ledger.reconciliation..",
    "dev.meridian.ledger.balancecopy..",
    "dev.meridian.ledger.homeregion..",
    "dev.meridian.ledger.jdbc.."
  };

  @ArchTest
  static final ArchRule capabilities_know_noTransport =
      noClasses()
          .that()
          .resideInAnyPackage(CAPABILITIES)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "org.eclipse.microprofile..",
              "io.smallrye..",
              "jakarta.ws.rs..",
              "io.micrometer..",
              "dev.meridian.ledger.kafka..",
              "dev.meridian.ledger.http..",
              "dev.meridian.ledger.health..",
              "dev.meridian.ledger.config..");

  @ArchTest
  static final ArchRule booking_and_journal_arePlainJava =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.meridian.ledger.booking..",
              "dev.meridian.ledger.journal..",
              "dev.meridian.ledger.statement..",
              "dev.meridian.ledger.reconciliation..",
              "dev.meridian.ledger.balancecopy..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.quarkus..", "jakarta..", "org.hibernate..");

  @ArchTest
  static final ArchRule journal_knows_noneOfTheOthers =
      noClasses()
          .that()
          .resideInAPackage("dev.meridian.ledger.journal..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.meridian.ledger.account..", "dev.meridian.ledger.booking..");

  @ArchTest
  static final ArchRule packages_haveNoCycles =
      slices().matching("dev.meridian.ledger.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule adapters_dontKnow_eachOther =
      noClasses()
          .that()
          .resideInAPackage("dev.meridian.ledger.http..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.meridian.ledger.kafka..");
}
