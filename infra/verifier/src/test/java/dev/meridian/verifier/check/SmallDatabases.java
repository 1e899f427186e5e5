package dev.meridian.verifier.check;

import dev.meridian.stack.PostgresServer;
import dev.meridian.verifier.collect.Collector;
import dev.meridian.verifier.collect.RegionAddress;
import dev.meridian.verifier.digest.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/**
 * The small system of two regions in real databases, made by the services' own migrations, which
 * all tests of a JVM share: closing it undoes a test's damage.
 */
final class SmallDatabases implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("eu-consumer", "eu-ledger", "us-consumer", "us-ledger");
  private static final Map<String, String> TEMPLATES = new HashMap<>();

  private final PostgresServer server = PostgresServer.shared();
  private final Map<String, String> databases;
  private final Set<String> damaged = new HashSet<>();
  private @Nullable String bootstrapServers;
  private @Nullable String redisUri;

  private SmallDatabases() {
    synchronized (TEMPLATES) {
      if (TEMPLATES.isEmpty()) {
        NAMES.forEach(name -> TEMPLATES.put(name, template(name)));
      }
      databases = new HashMap<>(TEMPLATES);
    }
  }

  /** Undamaged. */
  static SmallDatabases consistent() {
    return new SmallDatabases();
  }

  /**
   * Damages one database behind the services' backs: no trigger, no foreign key is asked.
   *
   * @param name such as {@code eu-ledger}
   */
  SmallDatabases damaged(String name, String... statements) throws SQLException {
    damaged.add(name);
    executeUnasked(database(name), statements);
    return this;
  }

  /** The same on a copy of the database, for damage to the schema. */
  SmallDatabases damagedCopy(String name, String... statements) throws SQLException {
    String copy = name.replace('-', '_') + "_" + System.nanoTime();
    execute("postgres", "create database " + copy + " template " + database(name));
    executeUnasked(copy, statements);
    databases.put(name, copy);
    return this;
  }

  /** Fills the damaged databases anew. */
  @Override
  public void close() throws SQLException {
    for (String name : damaged) {
      String database = Objects.requireNonNull(TEMPLATES.get(name), name);
      executeUnasked(
          database,
          """
          do $$ begin
            execute (select 'truncate ' || string_agg(format('%I', tablename), ', ')
                       from pg_tables
                      where schemaname = 'public'
                        and tablename not in ('flyway_schema_history', 'dedup_generation', 'outbox_lane', 'outbox_day'));
          end $$
          """,
          script(name));
    }
  }

  SmallDatabases withKafka(String newBootstrapServers) {
    bootstrapServers = newBootstrapServers;
    return this;
  }

  /** The marks of eu are judged too. */
  SmallDatabases withRedis(String uri) {
    redisUri = uri;
    return this;
  }

  Report check() {
    return check(Expectations.quiet());
  }

  Report check(Expectations expectations) {
    List<Digest> digests =
        Stream.of("eu", "us").map(region -> Collector.collect(address(region))).toList();
    return Verifier.check(digests, expectations);
  }

  RegionAddress address(String region) {
    return new RegionAddress(
        region,
        server.jdbcUrl(database(region + "-consumer")),
        server.jdbcUrl(database(region + "-ledger")),
        server.user(),
        "",
        bootstrapServers,
        region.equals("eu") ? redisUri : null);
  }

  private String database(String name) {
    return Objects.requireNonNull(databases.get(name), name);
  }

  private String template(String name) {
    String database = server.freshDatabase(name.replace('-', '_'));
    Flyway.configure()
        .dataSource(server.dataSource(database))
        .locations(locations(name.endsWith("consumer")))
        .outOfOrder(true)
        .load()
        .migrate();
    try {
      execute(database, script(name));
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException("cannot fill " + name, e);
    }
  }

  private static String script(String name) {
    try (InputStream script =
        SmallDatabases.class.getResourceAsStream("/small-system/" + name + ".sql")) {
      byte[] sql = Objects.requireNonNull(script, name).readAllBytes();
      return new String(sql, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String[] locations(boolean consumer) {
    List<String> folders =
        consumer
            ? List.of(
                "id-generator/src/main/resources/db/ids",
                "infra/outbox/src/main/resources/db/outbox",
                "infra/inbox/src/main/resources/db/inbox",
                "tiered-dedup/src/main/resources/db/dedup",
                "region-consumer/src/main/resources/db/consumer")
            : List.of(
                "id-generator/src/main/resources/db/ids",
                "infra/outbox/src/main/resources/db/outbox",
                "infra/inbox/src/main/resources/db/inbox",
                "home-region-ledger/src/main/resources/db/ledger");
    Path root = Path.of(Objects.requireNonNull(System.getProperty("meridian.root")));
    return folders.stream()
        .map(folder -> "filesystem:" + root.resolve(folder))
        .toArray(String[]::new);
  }

  private void executeUnasked(String database, String... statements) throws SQLException {
    List<String> all = new ArrayList<>(List.of("set session_replication_role = replica"));
    all.addAll(List.of(statements));
    execute(database, all.toArray(String[]::new));
  }

  private void execute(String database, String... statements) throws SQLException {
    try (Connection connection = server.dataSource(database).getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
