package dev.meridian.id;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.util.Date;

/** A clock that is set back can't matter to code that never looks at one. */
@AnalyzeClasses(packages = "dev.meridian.id", importOptions = ImportOption.DoNotIncludeTests.class)
class ClockTest {

  @ArchTest
  static final ArchRule MAIN_CODE_READS_NO_CLOCK =
      noClasses()
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(InstantSource.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Date.class)
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(ZonedDateTime.class, "now");

  @ArchTest
  static final ArchRule ONLY_THE_SIZE_OF_BLOCKS_KNOWS_ELAPSED_TIME =
      noClasses()
          .that()
          .areNotAssignableTo(BlockSize.class)
          .should()
          .accessTargetWhere(
              JavaAccess.Predicates.target(HasName.Predicates.name("nanoTime"))
                  .as("its target is nanoTime"));
}
