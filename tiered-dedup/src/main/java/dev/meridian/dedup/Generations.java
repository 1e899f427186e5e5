package dev.meridian.dedup;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Which generations there are, as of a statement begun after the shared lock was taken: they stay
 * until the transaction ends.
 *
 * @param current all writers write to it
 * @param floor the oldest that still has its table; those from here to below current are sealed
 * @param segmentVersion which Bloom filter segments stand for those below the floor
 */
record Generations(int current, int floor, long segmentVersion) {

  static final String READ =
      """
      SELECT current, floor, segment_version FROM dedup_generation""";

  static Generations read(ResultSet row) throws SQLException {
    if (!row.next()) {
      throw new IllegalStateException(
          "dedup_generation has no row; run the migrations of db/dedup, or restore the row from"
              + " dedup_generation_log");
    }
    return new Generations(row.getInt(1), row.getInt(2), row.getLong(3));
  }
}
