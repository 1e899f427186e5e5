package dev.meridian.id.decode;

import dev.meridian.id.IdKind;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Explains an id: what it names, who gave it out, and, if a database is given, when it was leased
 * and by which node. Exit codes: 0 explained, 1 no id or no such lease, 2 wrong usage.
 */
public final class Main {

  static final int EXPLAINED = 0;
  static final int NOT_EXPLAINED = 1;
  static final int WRONG_USAGE = 2;

  private static final String USAGE =
      """
      Usage: decode ID [--database URL] [--kind KIND --regions cn=1,eu=2]

        ID               as it was given out, such as pay-eu-0200800000001ex; or its 64 bits as a
                         decimal number, which needs --kind and --regions
        --database URL   jdbc:postgresql://host:port/name of the database that owns the kind: adds
                         the lease's time and node. User and password: PGUSER, PGPASSWORD
      """;

  private final Map<String, String> environment;
  private final PrintStream out;
  private final PrintStream err;

  Main(Map<String, String> environment, PrintStream out, PrintStream err) {
    this.environment = environment;
    this.out = out;
    this.err = err;
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(new Main(System.getenv(), System.out, System.err).run(arguments));
  }

  int run(String... arguments) {
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException wrong) {
      err.println(wrong.getMessage());
      err.print(USAGE);
      return WRONG_USAGE;
    }
    try {
      RegionId id = read(options);
      explain(id);
      return options.database() == null || explainLease(id, options.database())
          ? EXPLAINED
          : NOT_EXPLAINED;
    } catch (IllegalArgumentException noId) {
      err.println(noId.getMessage());
      return NOT_EXPLAINED;
    } catch (SQLException away) {
      err.println("the database can't be asked: " + away.getMessage());
      return NOT_EXPLAINED;
    }
  }

  private static RegionId read(Options options) {
    String id = options.id();
    if (options.kind() != null && options.regions() != null && id.matches("[0-9]{1,19}")) {
      return RegionId.of(
          new IdKind(options.kind()), Long.parseLong(id), RegionRegistry.parse(options.regions()));
    }
    return options.regions() == null
        ? RegionId.parseStored(id)
        : RegionId.parse(id, RegionRegistry.parse(options.regions()));
  }

  private void explain(RegionId id) {
    out.println(id.text());
    line("kind", id.kind().code());
    line("region", "%s, number %d".formatted(id.region(), id.region().number()));
    line("epoch", "%d, timeline %d if never offset".formatted(id.epoch(), id.epoch() / 4));
    line("sequence", Long.toString(id.sequence()));
    line("number", Long.toString(id.value()));
  }

  private boolean explainLease(RegionId id, String url) throws SQLException {
    Properties login = new Properties();
    Optional.ofNullable(environment.get("PGUSER")).ifPresent(u -> login.setProperty("user", u));
    Optional.ofNullable(environment.get("PGPASSWORD"))
        .ifPresent(p -> login.setProperty("password", p));
    try (Connection connection = DriverManager.getConnection(url, login)) {
      Optional<Lease> lease = Lease.of(id, connection);
      line("leased", lease.map(Lease::sentence).orElse("by nobody that this database knows of"));
      return lease.isPresent();
    }
  }

  private void line(String name, String value) {
    out.println("  %-9s %s".formatted(name, value));
  }
}
