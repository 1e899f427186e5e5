package dev.meridian.consumer.payment;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binds a list of rows to a statement as one array per column, in the order of the calls: what
 * {@code unnest} takes. Not thread-safe; frees nothing, since arrays live as long as the statement.
 *
 * @param <T> a row
 */
final class RowArrays<T> {
  private final Connection connection;
  private final PreparedStatement statement;
  private final List<T> rows;
  private int position;

  RowArrays(Connection connection, PreparedStatement statement, List<T> rows) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
  }

  RowArrays<T> text(Function<T, @Nullable String> column) throws SQLException {
    return bind("text", rows.stream().map(column).toArray(String[]::new));
  }

  RowArrays<T> int2(Function<T, Short> column) throws SQLException {
    return bind("int2", rows.stream().map(column).toArray(Short[]::new));
  }

  RowArrays<T> int4(Function<T, Integer> column) throws SQLException {
    return bind("int4", rows.stream().map(column).toArray(Integer[]::new));
  }

  RowArrays<T> int8(Function<T, Long> column) throws SQLException {
    return bind("int8", rows.stream().map(column).toArray(Long[]::new));
  }

  RowArrays<T> bytes(Function<T, byte[]> column) throws SQLException {
    return bind("bytea", rows.stream().map(column).toArray(byte[][]::new));
  }

  private RowArrays<T> bind(String type, Object[] values) throws SQLException {
    Array array = connection.createArrayOf(type, values);
    statement.setArray(++position, array);
    return this;
  }
}
