package dev.meridian.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.meridian.demo",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule THE_PLAN_IS_PURE =
      noClasses()
          .that()
          .resideInAPackage("dev.meridian.demo.plan..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.kafka..", "java.sql..", "java.net..", "java.io..")
          .because("what is sent must follow from the seed alone");

  @ArchTest
  static final ArchRule LOAD_KNOWS_ADDRESSES_ONLY =
      noClasses()
          .that()
          .resideInAnyPackage("dev.meridian.demo.load..", "dev.meridian.demo.watch..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.meridian.stack..")
          .because("compose and clusters use the same programs");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("dev.meridian.demo.(*)..").should().beFreeOfCycles();
}
