package dev.meridian.bench.ledger;

import dev.meridian.messages.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Bookings per second without Kafka: in batches; the same statements bare, recorded from such
 * batches and run again on a copy of the database; and one transaction per booking. With one and
 * with two connections.
 */
public final class BookingRates {
  private static final int BATCH = 500;
  private static final long SECONDS = 10;
  private static final int SCRIPTS = 120;
  private static final long NANOS = 1_000_000_000L;

  private BookingRates() {}

  /** What one connection does until it is told to end: gives back how many it booked. */
  private interface Step {
    int run(Connection connection) throws SQLException;
  }

  public static void main(String[] arguments) throws Exception {
    try (Home home = new Home()) {
      home.copy("bare");
      System.out.println("bookings per second, durable PostgreSQL on this machine");
      List<Script> scripts = record(home);
      for (int connections : List.of(1, 2)) {
        double batches = inBatches(home, connections, 0);
        double toOne = inBatches(home, connections, 0.5);
        double single = oneByOne(home, connections);
        System.out.printf(
            "%d connection(s): batches of %d %,.0f/s; half to one merchant %,.0f/s (%.2f of it); one transaction each %,.0f/s (batches are %.1f times that)%n",
            connections, BATCH, batches, toOne, toOne / batches, single, batches / single);
      }
      double bare = bare(home, scripts);
      double again = inBatches(home, 1, 0);
      System.out.printf(
          "1 connection, the same %d statements per batch bare %,.0f/s; batches of %d %,.0f/s (%.2f of it)%n",
          scripts.get(0).size(), bare, BATCH, again, again / bare);
    }
  }

  private static double inBatches(Home home, int connections, double toOne) throws Exception {
    return rate(
        home.database("ledger"),
        connections,
        connection -> {
          List<Message> commands;
          synchronized (home) {
            commands = home.payments(BATCH, toOne);
          }
          home.booking.book(connection, commands);
          connection.commit();
          return commands.size();
        });
  }

  private static double oneByOne(Home home, int connections) throws Exception {
    return rate(
        home.database("ledger"),
        connections,
        connection -> {
          List<Message> commands;
          synchronized (home) {
            commands = home.payments(1, 0);
          }
          home.booking.book(connection, commands);
          connection.commit();
          return 1;
        });
  }

  private static double rate(DataSource database, int connections, Step step) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    long end = System.nanoTime() + SECONDS * NANOS;
    AtomicLong booked = new AtomicLong();
    List<Callable<Long>> work = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      work.add(() -> until(end, database, step, booked));
    }
    long begin = System.nanoTime();
    for (Future<Long> each : threads.invokeAll(work)) {
      each.get();
    }
    threads.shutdown();
    return booked.get() * (double) NANOS / (System.nanoTime() - begin);
  }

  private static long until(long end, DataSource database, Step step, AtomicLong booked)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      while (System.nanoTime() - end < 0) {
        booked.addAndGet(step.run(connection));
      }
    }
    return booked.get();
  }

  /** On the database that is copied before: what is recorded has not happened in the copy. */
  private static List<Script> record(Home home) throws SQLException {
    List<Script> scripts = new ArrayList<>();
    try (Connection connection = home.database("ledger").getConnection()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < SCRIPTS; i++) {
        Script script = new Script();
        home.booking.book(script.recording(connection), home.payments(BATCH, 0));
        connection.commit();
        scripts.add(script);
      }
    }
    return scripts;
  }

  private static double bare(Home home, List<Script> scripts) throws SQLException {
    try (Connection connection = home.database("bare").getConnection()) {
      connection.setAutoCommit(false);
      long begin = System.nanoTime();
      for (Script script : scripts) {
        script.run(connection);
        connection.commit();
      }
      return scripts.size() * (double) BATCH * NANOS / (System.nanoTime() - begin);
    }
  }
}
