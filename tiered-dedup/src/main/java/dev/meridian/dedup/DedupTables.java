package dev.meridian.dedup;

import java.util.regex.Pattern;

/**
 * What the tables of the warm tier are called. Immutable.
 *
 * @param schema where they are; empty: wherever the connection's search path finds them
 * @param prefix what their names begin with; the migrations are told the same one (V2003)
 */
public record DedupTables(String schema, String prefix) {

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,39}");

  /** {@code dedup_key} and its companions, by the search path. */
  public static final DedupTables DEFAULT = new DedupTables("", "dedup_");

  /** "mrdnDDUP" in ASCII. */
  private static final long LOCK = 0x6D72_646E_4444_5550L;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a name would need quoting: small letters, digits and
   *     underscores, 40 at most
   */
  public DedupTables {
    if (!schema.isEmpty() && !NAME.matcher(schema).matches()) {
      throw new IllegalArgumentException(
          "schema " + schema + " is not small letters, digits and _, 40 at most");
    }
    if (!NAME.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "table prefix " + prefix + " is not small letters, digits and _, 40 at most");
    }
  }

  /** The statement with these names in place of {@code dedup_…}. */
  String in(String sql) {
    return sql.replace("dedup_", schema.isEmpty() ? prefix : schema + "." + prefix);
  }

  /**
   * Advisory lock of the database, as an expression in SQL: writers share it, whoever opens, seals
   * or drops a generation takes it alone. It is the tables' own, however they are named by whom.
   */
  String writersLock() {
    return in("(%d # ('dedup_generation'::regclass::oid::bigint << 1))".formatted(LOCK));
  }

  /** The same for whoever rotates. */
  String rotationLock() {
    return "(" + writersLock() + " # 1)";
  }
}
