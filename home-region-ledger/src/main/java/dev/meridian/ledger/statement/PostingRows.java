package dev.meridian.ledger.statement;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** The table {@code posting} with its entries, read line by line. */
final class PostingRows {
  /** To be followed by a condition. */
  static final String SELECT =
      """
      select posting.number, posting.entry_id, posting.line, entry.kind, posting.account_id,
             posting.amount_minor, posting.currency, posting.balance_after_minor,
             entry.payment_id, entry.cause, posting.booked_at
        from posting
        join entry on entry.id = posting.entry_id
      """;

  private PostingRows() {}

  static List<PostingLine> read(PreparedStatement select) throws SQLException {
    List<PostingLine> lines = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        lines.add(
            new PostingLine(
                row.getLong(1),
                row.getString(2),
                row.getInt(3),
                row.getString(4),
                row.getString(5),
                row.getLong(6),
                row.getString(7),
                row.getLong(8),
                row.getString(9),
                row.getString(10),
                row.getObject(11, OffsetDateTime.class).toInstant()));
      }
    }
    return lines;
  }
}
