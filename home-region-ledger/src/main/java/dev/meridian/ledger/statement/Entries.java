package dev.meridian.ledger.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads single entries with their cause. Thread-safe; blocks on the database only. */
public final class Entries {

  /** The entry; empty if this home has none of that id. */
  public Optional<EntryRecord> find(Connection connection, String entryId) throws SQLException {
    List<PostingLine> postings = postings(connection, entryId);
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select entry.id, entry.kind, entry.business_key, entry.payment_id, entry.leg_id, entry.cause, entry.at,
                   request.kind, request.request_key, request.tenant, request.client_reference,
                   request.origin_region, request.message_id, request.occurred_at, request.outcome, request.reason
              from entry
              left join lateral (
                   select *
                     from booking_outcome
                    where booking_outcome.business_key = entry.business_key
                      and (entry_id = entry.id or payment_id = entry.payment_id)
                    order by (entry_id = entry.id) desc nulls last, booking_outcome.at
                    limit 1) as request on true
             where entry.id = ?
            """)) {
      select.setString(1, entryId);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(entry(row, postings)) : Optional.empty();
      }
    }
  }

  private static List<PostingLine> postings(Connection connection, String entryId)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            PostingRows.SELECT + " where posting.entry_id = ? order by posting.line")) {
      select.setString(1, entryId);
      return PostingRows.read(select);
    }
  }

  private static EntryRecord entry(ResultSet row, List<PostingLine> postings) throws SQLException {
    return new EntryRecord(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        instant(row, 7),
        request(row),
        postings);
  }

  private static EntryRecord.@Nullable Request request(ResultSet row) throws SQLException {
    if (row.getString(8) == null) {
      return null;
    }
    return new EntryRecord.Request(
        row.getString(8),
        row.getString(9),
        row.getString(10),
        row.getString(11),
        row.getString(12),
        row.getString(13),
        instant(row, 14),
        row.getString(15),
        row.getString(16));
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
