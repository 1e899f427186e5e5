package dev.meridian.id.decode;

import dev.meridian.id.IdKind;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * Explains an id: what it names, who gave it out, and, if a database is given, when it was leased
 * and by which node. What is wrong is said in one sentence on standard error.
 */
public final class Main {

  static final int EXPLAINED = 0;
  static final int NOT_EXPLAINED = 1;
  static final int WRONG_USAGE = 2;
  static final int DATABASE_AWAY = 3;

  private static final String USAGE =
      """
      Usage: decode ID [--database URL] [--kind KIND --regions cn=1,eu=2]

        ID               as it was given out, such as pay-eu-0200800000001ex; or its 64 bits as a
                         decimal number, which needs --kind and --regions
        --database URL   jdbc:postgresql://host:port/name of the database that owns the kind: adds
                         the lease's time and node. User and password: PGUSER, PGPASSWORD
        --kind KIND      what a number names, such as pay
        --regions LIST   the regions' codes and numbers; an id of another region is refused

      Exit codes: 0 explained, 1 no id or not leased there, 2 wrong usage, 3 the database can't be
      asked.
      """;

  private static final String CONNECT_SECONDS = "10";
  private static final String ANSWER_SECONDS = "30";

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
    if (List.of(arguments).contains("--help")) {
      out.print(USAGE);
      return EXPLAINED;
    }
    try {
      return explain(Options.parse(arguments));
    } catch (IllegalArgumentException wrong) {
      err.println(wrong.getMessage());
      err.print(USAGE);
      return WRONG_USAGE;
    }
  }

  private int explain(Options options) {
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
      err.println("the database can't be asked: " + sentence(away));
      return DATABASE_AWAY;
    }
  }

  private static RegionId read(Options options) {
    RegionRegistry regions = options.regions();
    if (options.isNumber()) {
      return ofNumber(
          options.id(), Objects.requireNonNull(options.kind()), Objects.requireNonNull(regions));
    }
    return regions == null
        ? RegionId.parseStored(options.id())
        : RegionId.parse(options.id(), regions);
  }

  private static RegionId ofNumber(String digits, IdKind kind, RegionRegistry regions) {
    try {
      return RegionId.of(kind, Long.parseLong(digits), regions);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the number " + digits + " has more than 63 bits: no region gave it out", e);
    }
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
    login.setProperty("connectTimeout", CONNECT_SECONDS);
    login.setProperty("socketTimeout", ANSWER_SECONDS);
    Optional.ofNullable(environment.get("PGUSER")).ifPresent(u -> login.setProperty("user", u));
    Optional.ofNullable(environment.get("PGPASSWORD"))
        .ifPresent(p -> login.setProperty("password", p));
    try (Connection connection = DriverManager.getConnection(url, login)) {
      Optional<Lease> lease = Lease.of(id, connection);
      line(
          "leased",
          lease
              .map(Lease::sentence)
              .orElse(
                  "by nobody that this database knows of; ask the one that owns kind "
                      + id.kind()));
      return lease.isPresent();
    }
  }

  private static String sentence(SQLException away) {
    String state = String.valueOf(away.getSQLState());
    String message = String.valueOf(away.getMessage()).lines().findFirst().orElse("");
    if (DriverManager.drivers().findAny().isEmpty()) {
      return "its driver is not on the class path; start this with the script id-generator/decode";
    }
    if (state.startsWith("42")) {
      return message + "; is it the database that owns the id's kind?";
    }
    return state.startsWith("28") || state.startsWith("08004")
        ? message + "; set PGUSER and PGPASSWORD"
        : message;
  }

  private void line(String name, String value) {
    out.println("  %-9s %s".formatted(name, value));
  }
}
