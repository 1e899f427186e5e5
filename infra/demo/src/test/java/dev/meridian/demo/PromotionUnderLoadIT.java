package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.meridian.demo.watch.RegionView;
import dev.meridian.stack.Link;
import dev.meridian.stack.PostgresReplica;
import dev.meridian.stack.PostgresServer;
import dev.meridian.stack.Region;
import dev.meridian.stack.ServiceProcess;
import dev.meridian.stack.Stack;
import dev.meridian.verifier.check.Report;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real replica takes over both databases of a running region whose primary dies under load. An
 * asynchronous one lacks the last commits: their records come again, their hot marks answer
 * nothing, and every payment is applied once. One of a quorum lacks nothing. Two minutes each, so
 * in the long run alone; what it is made of is tested in every run by {@code PromotedReplicaIT} and
 * {@code ResumeFromDatabaseIT}.
 */
@Tag("long")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PromotionUnderLoadIT {
  private static final String REGION = "eu";
  private static final int PER_SECOND = 60;
  private static final int PAYMENTS = 10_000;
  private static final int KEPT = 100;
  private static final int LOST = 100;

  /** Both services may have a poll's records in hand when they are stopped. */
  private static final int IN_FLIGHT = 1_000;

  /** The services' default: what was forgotten is asked for again. */
  private static final String RESEND_AFTER = "30s,2m,10m,1h";

  private static final long SEED = System.nanoTime();

  @TempDir Path folder;

  @Test
  void promote_withoutTheLastCommitsUnderLoad_passesEveryInvariant() throws Exception {
    promoteUnderLoad(
        false,
        PromotionUnderLoadIT::loseTheLastCommits,
        metrics ->
            assertThat(metrics.hotAnswers("other_incarnation"))
                .as("lost commits came again, and their marks answered nothing")
                .isGreaterThanOrEqualTo(1));
  }

  @Test
  void promote_ofAQuorumUnderLoad_losesNothing() throws Exception {
    promoteUnderLoad(
        true,
        (primary, replica) -> {
          within(90).until(() -> settled(primary) >= KEPT);
          return settled(primary);
        },
        metrics -> {});
  }

  /** What happens before the primary dies; how many settled payments must be there after it. */
  private interface Before {
    long kill(PostgresServer primary, PostgresReplica replica) throws SQLException;
  }

  private void promoteUnderLoad(boolean quorum, Before before, Consumer<ConsumerMetrics> after)
      throws Exception {
    DemoOptions options =
        DemoOptions.of(SEED)
            .regions(List.of(REGION))
            .payments(PAYMENTS)
            .perSecond(PER_SECOND)
            .build();
    try (Link toPostgres = new Link("services->postgres", Duration.ZERO);
        DemoStack regions =
            new DemoStack(options, folder.resolve("stack"), stack -> through(toPostgres, stack))) {
      Region region = regions.stack().region(REGION);
      toPostgres.target(region.postgres().port());
      regions.start();
      try (PostgresReplica replica = region.postgres().replica(folder.resolve("replica"), quorum);
          SteadyLoad load = new SteadyLoad(options, regions)) {
        long mustBeThere = before.kill(region.postgres(), replica);

        region.postgres().kill();
        replica.promote();
        assertThat(settled(replica.server())).isGreaterThanOrEqualTo(mustBeThere);
        toPostgres.target(replica.server().port());

        List<ServiceProcess> services = List.of(region.consumer(), region.ledger());
        services.forEach(PromotionUnderLoadIT::awaitLivenessDown);
        services.parallelStream().forEach(PromotionUnderLoadIT::restart);
        ConsumerMetrics metrics = new ConsumerMetrics(region.consumer());
        within(60)
            .untilAsserted(
                () -> {
                  after.accept(metrics);
                  assertThat(metrics.hotAnswers("hit")).as("hot is back").isPositive();
                });
        Report report = load.judged(List.of(view(region, replica.server())), 2, IN_FLIGHT);
        assertThat(report.passed()).as(() -> "seed " + SEED + "\n" + report).isTrue();
      }
    }
  }

  /** Both services reach their databases through one link, as through a service's name. */
  private static Stack.Builder through(Link link, Stack.Builder stack) {
    String url = "jdbc:postgresql://127.0.0.1:" + link.port() + "/";
    return stack
        .serviceEnv("MERIDIAN_SESSION_TIMEOUT_MS", "6000")
        .consumerEnv("MERIDIAN_RESEND_AFTER", RESEND_AFTER)
        .ledgerEnv("MERIDIAN_RESEND_AFTER", RESEND_AFTER)
        .consumerEnv("QUARKUS_DATASOURCE_JDBC_URL", url + Region.CONSUMER_DATABASE)
        .ledgerEnv("QUARKUS_DATASOURCE_JDBC_URL", url + Region.LEDGER_DATABASE);
  }

  /** The replica has some payments and is cut off; the primary commits more, in both databases. */
  private static long loseTheLastCommits(PostgresServer primary, PostgresReplica replica) {
    within(90).until(() -> settled(replica.server()) >= KEPT && entries(replica.server()) >= KEPT);
    replica.cutOff();
    within(90)
        .until(
            () ->
                settled(primary) >= settled(replica.server()) + LOST
                    && entries(primary) >= entries(replica.server()) + LOST);
    return KEPT;
  }

  private static long settled(PostgresServer server) throws SQLException {
    return number(
        server.dataSource(Region.CONSUMER_DATABASE),
        "select count(*) from payment where state = 'SETTLED'");
  }

  private static long entries(PostgresServer server) throws SQLException {
    return number(
        server.dataSource(Region.LEDGER_DATABASE), "select count(*) from entry where kind = 'PAY'");
  }

  /** What a supervisor restarts a service for. */
  private static void awaitLivenessDown(ServiceProcess service) {
    within(60).until(() -> ConsumerMetrics.get(service, "/q/health/live").statusCode() == 503);
    assertThat(ConsumerMetrics.get(service, "/q/health/live").body())
        .contains("a restart goes on from its positions");
  }

  private static void restart(ServiceProcess service) {
    service.kill();
    service.start();
  }

  private static RegionView view(Region region, PostgresServer promoted) {
    return new RegionView(
        region.code(),
        region.kafka().bootstrap(),
        promoted.jdbcUrl(Region.CONSUMER_DATABASE),
        promoted.jdbcUrl(Region.LEDGER_DATABASE),
        promoted.user(),
        promoted.password(),
        region.redis().uri());
  }

  private static long number(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static ConditionFactory within(int seconds) {
    return await().atMost(Duration.ofSeconds(seconds)).ignoreExceptions();
  }
}
