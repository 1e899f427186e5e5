package dev.meridian.ledger.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Binds a list of rows to a statement that reads {@code unnest(?, ?, …)}: one SQL array per column,
 * in the order of the calls. Not thread-safe.
 */
public final class Columns<T> {
  private final PreparedStatement statement;
  private final List<T> rows;
  private int parameter;

  private Columns(int first, PreparedStatement statement, List<T> rows) {
    this.parameter = first - 1;
    this.statement = statement;
    this.rows = rows;
  }

  public static <T> Columns<T> of(PreparedStatement statement, List<T> rows) {
    return from(1, statement, rows);
  }

  /**
   * The same, beginning at a later parameter.
   *
   * @param first the number of the first column's parameter
   */
  public static <T> Columns<T> from(int first, PreparedStatement statement, List<T> rows) {
    return new Columns<>(first, statement, rows);
  }

  public Columns<T> text(Function<T, @Nullable String> column) throws SQLException {
    return bind("text", column);
  }

  public Columns<T> int2(Function<T, Short> column) throws SQLException {
    return bind("int2", column);
  }

  public Columns<T> int8(Function<T, @Nullable Long> column) throws SQLException {
    return bind("int8", column);
  }

  public Columns<T> bool(Function<T, Boolean> column) throws SQLException {
    return bind("bool", column);
  }

  public Columns<T> timestamptz(Function<T, @Nullable Instant> column) throws SQLException {
    return bind(
        "timestamptz",
        row -> {
          Instant instant = column.apply(row);
          return instant == null ? null : instant.toString();
        });
  }

  public Columns<T> bytea(Function<T, byte[]> column) throws SQLException {
    byte[][] values = rows.stream().map(column).toArray(byte[][]::new);
    statement.setArray(++parameter, statement.getConnection().createArrayOf("bytea", values));
    return this;
  }

  private Columns<T> bind(String type, Function<T, ? extends @Nullable Object> column)
      throws SQLException {
    @Nullable Object[] values = new @Nullable Object[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    statement.setArray(++parameter, statement.getConnection().createArrayOf(type, values));
    return this;
  }
}
