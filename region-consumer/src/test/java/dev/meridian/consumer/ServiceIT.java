package dev.meridian.consumer;

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
    RunningConsumer.start(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    RunningConsumer.stop();
  }

  @Nested
  final class Messages extends MessagesIT {}

  @Nested
  final class Payments extends PaymentsHttpIT {}

  @Nested
  final class Stops extends StopsIT {}

  @Nested
  final class Rebalances extends RebalancesIT {}

  @Nested
  final class RefusedStarts extends RefusedStartsIT {}
}
