package dev.meridian.ledger;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service on a real broker and a real database: one start serves all of these. */
final class ServiceIT {
  @TempDir static Path folder;

  @BeforeAll
  static void start() throws Exception {
    RunningLedger.start(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    RunningLedger.stop();
  }

  @Nested
  final class Accounts extends AccountsHttpIT {}

  @Nested
  final class Reads extends ReadsHttpIT {}

  @Nested
  final class BalanceCopies extends BalanceCopiesHttpIT {}

  @Nested
  final class Reconciliations extends ReconciliationHttpIT {}

  @Nested
  final class Commands extends CommandsIT {}

  @Nested
  final class Stops extends StopsIT {}

  @Nested
  final class RefusedStarts extends RefusedStartsIT {}
}
