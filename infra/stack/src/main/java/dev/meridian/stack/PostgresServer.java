package dev.meridian.stack;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL 18 server on 127.0.0.1, for superuser {@code postgres}.
 *
 * <p>Every server is a cluster of its own (its system identifier is unique), with UTF-8 databases
 * that sort by bytes, English messages and UTC. See {@link Node} for what blocks; thread-safe.
 */
public final class PostgresServer implements Node {

  static final String USER = "postgres";
  static final String PASSWORD = "postgres";

  private static final String QUORUM = "synchronous_standby_names";
  private static final int CONNECT_LIMIT_SECONDS = 5;
  private static final AtomicInteger FRESH_DATABASES = new AtomicInteger();

  private final PostgresSpec spec;
  private final Map<String, String> settings;
  private final Node node;
  private final List<String> quorumReplicas = new ArrayList<>();
  private int replicas;

  private PostgresServer(PostgresSpec spec, Map<String, String> settings) {
    this.spec = spec;
    this.settings = new ConcurrentSkipListMap<>(settings);
    this.node = Backend.chosen().postgres(spec, this.settings, this::answers);
  }

  /** A server with default settings in a folder that must be given. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The server that all tests of this JVM may share: started by the first call, stopped with the
   * JVM, its data deleted then. Take a {@link #freshDatabase} of it.
   */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  private static final class Shared {

    static final PostgresServer SERVER = started();

    private static PostgresServer started() {
      Path folder = Folders.fresh("postgres");
      Guardian.ofThisJvm().deleteAtEnd(folder);
      PostgresServer server = builder().name("postgres-shared").dataFolder(folder).build();
      server.start();
      return server;
    }
  }

  /** Its TCP port on 127.0.0.1, the same over restarts. */
  public int port() {
    return spec.port();
  }

  /** The user to connect as, a superuser. */
  public String user() {
    return USER;
  }

  /** The user's password; an embedded server trusts whoever connects from this machine. */
  public String password() {
    return PASSWORD;
  }

  /** The address of a database, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:" + spec.port() + "/" + database;
  }

  /** Unpooled connections to a database; opening one takes milliseconds. */
  public DataSource dataSource(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(jdbcUrl(database));
    source.setUser(USER);
    source.setPassword(PASSWORD);
    source.setConnectTimeout(CONNECT_LIMIT_SECONDS);
    return source;
  }

  /** Creates a database unless it is there. */
  public void createDatabase(String name) {
    try (Connection connection = dataSource(USER).getConnection()) {
      if (!exists(connection, "select 1 from pg_database where datname = ?", name)) {
        execute(connection, "create database " + quoted(name));
      }
    } catch (SQLException e) {
      throw new StackException("cannot create database " + name + " on " + name(), e);
    }
  }

  /**
   * Creates a role that may log in, and has no rights yet, unless it is there.
   *
   * @param name also its password
   */
  public void createRole(String name) {
    try (Connection connection = dataSource(USER).getConnection()) {
      if (!exists(connection, "select 1 from pg_roles where rolname = ?", name)) {
        execute(
            connection,
            "create role %s login password '%s'".formatted(quoted(name), name.replace("'", "''")));
      }
    } catch (SQLException e) {
      throw new StackException("cannot create role " + name + " on " + name(), e);
    }
  }

  /**
   * Creates an empty database that nobody else has.
   *
   * @param prefix how its name begins
   * @return its name
   */
  public String freshDatabase(String prefix) {
    String name = prefix + "_" + FRESH_DATABASES.incrementAndGet();
    createDatabase(name);
    return name;
  }

  /**
   * Makes a standby: stops this server, copies its data, starts both. Clients of this server lose
   * their connections; it blocks for seconds.
   *
   * @param folder for the standby's data and log
   * @param quorum whether each commit here waits until some quorum standby has it on disk; else the
   *     standby follows asynchronously
   * @throws StackException in containers, which have no replicas
   */
  public synchronized PostgresReplica replica(Path folder, boolean quorum) {
    if (!(node instanceof EmbeddedPostgres primary)) {
      throw new StackException(
          "replicas exist only with -D%s=embedded".formatted(Backend.PROPERTY));
    }
    String standbyName = "replica_" + spec.port() + "_" + ++replicas;
    Link stream = new Link(spec.name() + "->" + standbyName, Duration.ZERO);
    stream.target(spec.port());
    Map<String, String> standbySettings = new LinkedHashMap<>(settings);
    standbySettings.remove(QUORUM);
    standbySettings.put(
        "primary_conninfo",
        "host=127.0.0.1 port=%d user=%s application_name=%s"
            .formatted(stream.port(), USER, standbyName));
    PostgresServer standby =
        new PostgresServer(
            new PostgresSpec(standbyName, folder.toAbsolutePath(), Ports.free(), spec.durable()),
            standbySettings);
    node.stop();
    primary.copyTo((EmbeddedPostgres) standby.node);
    if (quorum) {
      quorumReplicas.add(standbyName);
      settings.put(QUORUM, "ANY 1 (" + String.join(", ", quorumReplicas) + ")");
    }
    node.start();
    standby.start();
    return new PostgresReplica(standby, stream);
  }

  /** Runs one statement in its own transaction, as superuser in the database {@code postgres}. */
  void execute(String sql) {
    try (Connection connection = dataSource(USER).getConnection()) {
      execute(connection, sql);
    } catch (SQLException e) {
      throw new StackException("cannot run \"" + sql + "\" on " + name(), e);
    }
  }

  @Override
  public String name() {
    return node.name();
  }

  @Override
  public void start() {
    node.start();
  }

  /** Stops it fast: open transactions are rolled back, clients are cut off. */
  @Override
  public void stop() {
    node.stop();
  }

  @Override
  public void kill() {
    node.kill();
  }

  @Override
  public boolean running() {
    return node.running();
  }

  @Override
  public Path log() {
    return node.log();
  }

  @Override
  public OptionalLong pid() {
    return node.pid();
  }

  private boolean answers() throws SQLException {
    try (Connection connection = dataSource(USER).getConnection()) {
      return connection.isValid(CONNECT_LIMIT_SECONDS);
    }
  }

  private static boolean exists(Connection connection, String sql, String name)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, name);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  /** Settings of a server before it exists. */
  public static final class Builder {

    private String name = "postgres";
    private @Nullable Path dataFolder;
    private boolean durable;
    private final Map<String, String> settings = new LinkedHashMap<>();

    private Builder() {}

    /** The name in messages and of the log file; {@code postgres} by default. */
    public Builder name(String value) {
      name = value;
      return this;
    }

    /** Where data and log lie; created if absent, kept when the server stops. Must be given. */
    public Builder dataFolder(Path value) {
      dataFolder = value;
      return this;
    }

    /**
     * Whether commits wait for the disk (fsync). Off by default: a killed server loses nothing even
     * then, only a machine that loses power does.
     */
    public Builder durable(boolean value) {
      durable = value;
      return this;
    }

    /** One line of postgresql.conf, over our defaults. */
    public Builder setting(String parameter, String value) {
      settings.put(parameter, value);
      return this;
    }

    /** A server with a port of its own that is not started yet. */
    public PostgresServer build() {
      if (dataFolder == null) {
        throw new IllegalStateException("dataFolder is not set");
      }
      Path folder = dataFolder.toAbsolutePath();
      return new PostgresServer(new PostgresSpec(name, folder, Ports.free(), durable), settings);
    }
  }
}
