package dev.meridian.bench.dedup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Bare multi-row inserts of 500 keys, by what the key column is: keys a second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class KeyTypeBenchmark {
  private static final int BATCH = 500;
  private static final int PRESENT = 200;

  /** What the key column is: a number, a 128-bit hash, or the text as region-consumer has it. */
  @Param({"int8", "bytea", "text"})
  public String type;

  /** Whether keys come in their own order. */
  @Param({"ascending", "random"})
  public String order;

  private Servers servers;
  private Connection connection;
  private long next;

  @Setup
  public void start() throws IOException, SQLException {
    servers = new Servers();
    connection = servers.database.getConnection();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      String collation = type.equals("text") ? " COLLATE \"C\"" : "";
      statement.execute("CREATE TABLE by_type (key " + type + collation + " PRIMARY KEY)");
    }
    for (int i = 0; i < PRESENT; i++) {
      insert();
    }
  }

  @TearDown
  public void stop() throws SQLException {
    connection.close();
    servers.close();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int insert() throws SQLException {
    Object[] keys = new Object[BATCH];
    for (int i = 0; i < BATCH; i++) {
      keys[i] = key(next++);
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO by_type SELECT unnest(?)")) {
      insert.setArray(1, array(keys));
      int rows = insert.executeUpdate();
      connection.commit();
      return rows;
    }
  }

  private Array array(Object[] keys) throws SQLException {
    return type.equals("bytea")
        ? connection.createArrayOf("bytea", java.util.Arrays.copyOf(keys, BATCH, byte[][].class))
        : connection.createArrayOf(type, keys);
  }

  private Object key(long number) {
    long mixed = order.equals("random") ? number * 0x9E37_79B9_7F4A_7C15L : number;
    return switch (type) {
      case "int8" -> mixed;
      case "bytea" -> ByteBuffer.allocate(16).putLong(mixed).putLong(number).array();
      default ->
          order.equals("random")
              ? Servers.key(number).key()
              : "16:PaymentRequested,62:4:shop,24:acc-eu-000000000000000,25:ref:%021d,,20:%020d,"
                  .formatted(mixed, mixed);
    };
  }
}
