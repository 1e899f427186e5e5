package dev.meridian.ledger.reconciliation;

import dev.meridian.inbox.UnitOfWork;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Holds this home's books against themselves, in one snapshot (REPEATABLE READ, READ ONLY): per
 * entry, per account, per leg, and per pair of regions. It locks nothing that a booking waits for;
 * while it runs, what bookings replace is not cleaned up.
 *
 * <p>One at a time on a database, over all instances. Thread-safe; blocks for as long as the checks
 * take, which read every posting a few times.
 */
public final class Reconciliation {
  /** The names of the checks. */
  public static final List<String> CHECKS = Arrays.stream(Check.values()).map(Check::word).toList();

  private static final int SHOWN_AT_MOST = 100;
  private static final Executor AT_ONCE = Runnable::run;

  private final String home;
  private final UnitOfWork unitOfWork;
  private final Duration within;
  private final AtomicReference<@Nullable Report> latest = new AtomicReference<>();

  /**
   * @param unitOfWork gives connections of its own, outside of any transaction of the caller
   * @param within it fails after this time
   */
  public Reconciliation(String home, UnitOfWork unitOfWork, Duration within) {
    this.home = home;
    this.unitOfWork = unitOfWork;
    this.within = within;
  }

  /** The report of the last one that this instance finished; empty before. */
  public Optional<Report> latest() {
    return Optional.ofNullable(latest.get());
  }

  /**
   * Reconciles now.
   *
   * @return empty if one runs already, here or in another instance
   * @throws SQLException if the database fails, or the time is over
   */
  public Optional<Report> run() throws SQLException {
    Optional<Report> report = unitOfWork.inTransaction(this::patiently);
    report.ifPresent(latest::set);
    return report;
  }

  /** The pool's connections give up sooner than the checks of a large journal are done. */
  private Optional<Report> patiently(Connection connection) throws SQLException {
    int before = connection.getNetworkTimeout();
    connection.setNetworkTimeout(AT_ONCE, Math.toIntExact(within.toMillis()));
    try {
      return inSnapshot(connection);
    } finally {
      connection.setNetworkTimeout(AT_ONCE, before);
    }
  }

  private Optional<Report> inSnapshot(Connection connection) throws SQLException {
    long begin = System.nanoTime();
    Instant asOf;
    try (Statement statement = connection.createStatement()) {
      statement.execute("set transaction isolation level repeatable read, read only");
      statement.execute("set local transaction_timeout = " + within.toMillis());
      // it takes one processor at most: bookings go on beside it
      statement.execute("set local max_parallel_workers_per_gather = 0");
      // an entry and its postings share a partition: summed one by one, they fit in memory
      statement.execute("set local enable_partitionwise_aggregate = on");
      statement.execute("set local enable_partitionwise_join = on");
      try (ResultSet row =
          statement.executeQuery(
              """
              select pg_try_advisory_xact_lock(hashtextextended('meridian: reconciliation', 0)),
                     statement_timestamp()
              """)) {
        row.next();
        if (!row.getBoolean(1)) {
          return Optional.empty();
        }
        asOf = row.getObject(2, OffsetDateTime.class).toInstant();
      }
    }
    List<Report.Result> results = new ArrayList<>();
    for (Check check : Check.values()) {
      results.add(result(connection, check));
    }
    return Optional.of(
        new Report(home, asOf, Duration.ofNanos(System.nanoTime() - begin), results));
  }

  private static Report.Result result(Connection connection, Check check) throws SQLException {
    long checked;
    try (PreparedStatement count = connection.prepareStatement(check.counting());
        ResultSet row = count.executeQuery()) {
      row.next();
      checked = row.getLong(1);
    }
    try (PreparedStatement select = connection.prepareStatement(check.differing())) {
      select.setInt(1, SHOWN_AT_MOST);
      try (ResultSet row = select.executeQuery()) {
        List<Difference> shown = new ArrayList<>();
        long differences = 0;
        while (row.next()) {
          shown.add(difference(row));
          differences = row.getLong(6);
        }
        return new Report.Result(check.word(), checked, differences, shown);
      }
    }
  }

  private static Difference difference(ResultSet row) throws SQLException {
    Array entries = row.getArray(5);
    return new Difference(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        Arrays.asList((String[]) entries.getArray()));
  }
}
