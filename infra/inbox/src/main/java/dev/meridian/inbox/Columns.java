package dev.meridian.inbox;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch as one array per column: what {@code unnest} takes, so that a batch is one
 * statement.
 */
record Columns<T>(Connection connection, Collection<T> rows) {
  Array texts(Function<T, String> column) throws SQLException {
    return connection.createArrayOf("text", rows.stream().map(column).toArray());
  }

  Array ints(Function<T, Integer> column) throws SQLException {
    return connection.createArrayOf("int4", rows.stream().map(column).toArray());
  }

  Array longs(Function<T, Long> column) throws SQLException {
    return connection.createArrayOf("int8", rows.stream().map(column).toArray());
  }

  Array bytes(Function<T, byte @Nullable []> column) throws SQLException {
    return connection.createArrayOf("bytea", rows.stream().map(column).toArray(byte[][]::new));
  }
}
