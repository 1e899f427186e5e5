package dev.meridian.ledger.balancecopy;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body.AccountBalance;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.OutboxRecord;
import dev.meridian.outbox.ResendSchedule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells the other regions the balances of clients' accounts: those that were booked on, soon; every
 * one again within the given time, so that a copy that was lost comes back, and so that a home at
 * rest is heard of. Notes are made in the booking's transaction ({@code balance_due}), so a crash
 * loses none; several instances share the work. Thread-safe; blocks on the database.
 */
public final class BalancePublisher {
  /** How often {@link #noteAgain} is to be called. */
  public static final Duration NOTE_AGAIN_EVERY = Duration.ofSeconds(10);

  private static final int TOLD_AT_ONCE = 1_000;
  private static final int ROUNDS_AT_MOST = 50;
  private static final int NOTED_AGAIN_AT_MOST = 20_000;
  private static final String REQUEST_KEY = "balance";

  private final HomeRegion home;
  private final LedgerIds ids;
  private final UnitOfWork unitOfWork;
  private final MessageCodec codec;
  private final Outbox outbox = new Outbox(ResendSchedule.DEFAULT);
  private final Duration againWithin;
  private volatile String notedUntil = ""; // two threads at once only note some twice

  /**
   * @param againWithin each balance is told again within this time, changed or not
   */
  public BalancePublisher(
      HomeRegion home, LedgerIds ids, UnitOfWork unitOfWork, Duration againWithin) {
    this.home = home;
    this.ids = ids;
    this.unitOfWork = unitOfWork;
    this.codec = new MessageCodec("/meridian/ledger/" + home.code());
    this.againWithin = againWithin;
  }

  /**
   * Appends a message for each noted account to the outbox.
   *
   * @return how many; wake the relay if it is not 0
   */
  public int tellDue() throws SQLException {
    int told = 0;
    for (int round = 0; round < ROUNDS_AT_MOST; round++) {
      int now = unitOfWork.inTransaction(this::tellSome);
      told += now;
      if (now < TOLD_AT_ONCE) {
        break;
      }
    }
    return told;
  }

  /** Notes the next accounts in the order of ids, at least one, and begins anew after the last. */
  public void noteAgain() throws SQLException {
    notedUntil = unitOfWork.inTransaction(c -> noteAgain(c, notedUntil));
  }

  private int tellSome(Connection connection) throws SQLException {
    List<String> due = takeDue(connection);
    if (!due.isEmpty()) {
      // a statement of its own: it sees what the bookings that made the notes have committed
      outbox.append(connection, records(connection, due));
    }
    return due.size();
  }

  private static List<String> takeDue(Connection connection) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            """
            delete from balance_due
             where account_id in (select account_id from balance_due
                                   order by account_id limit ? for update skip locked)
            returning account_id
            """)) {
      delete.setInt(1, TOLD_AT_ONCE);
      List<String> due = new ArrayList<>();
      try (ResultSet row = delete.executeQuery()) {
        while (row.next()) {
          due.add(row.getString(1));
        }
      }
      return due;
    }
  }

  private List<OutboxRecord> records(Connection connection, List<String> accountIds)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select id, currency, balance_minor, version, statement_timestamp()
              from account
             where id = any (?) and home = ?
             order by id
            """)) {
      select.setArray(1, connection.createArrayOf("text", accountIds.toArray()));
      select.setString(2, home.code());
      List<OutboxRecord> records = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          records.add(
              record(
                  new AccountBalance(
                      row.getString(1),
                      home.code(),
                      row.getString(2),
                      row.getLong(3),
                      row.getLong(4)),
                  row.getObject(5, OffsetDateTime.class).toInstant()));
        }
      }
      return records;
    }
  }

  private OutboxRecord record(AccountBalance balance, Instant asOf) {
    Envelope envelope =
        new Envelope(
            ids.message(),
            BusinessKey.of("balances", balance.accountId(), null, REQUEST_KEY),
            REQUEST_KEY,
            asOf,
            home.code(),
            1,
            null,
            home.resolver().mode());
    Message message = new Message(envelope, balance);
    Encoded encoded = codec.encode(message);
    return OutboxRecord.of(
        Topics.balances(home.code()),
        message.recordKey(),
        envelope.messageId(),
        encoded.headers(),
        encoded.payload());
  }

  /** Its share of all accounts, by the planner's estimate of how many there are. */
  private String noteAgain(Connection connection, String after) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            with again as (
              select id from account
               where id > ? and kind in ('CUSTOMER', 'MERCHANT')
               order by id
               limit (select least(?, greatest(1, ceil(reltuples * ?)))::bigint
                        from pg_class where oid = 'account'::regclass)),
            noted as (
              insert into balance_due select id from again order by id on conflict do nothing)
            select max(id) from again
            """)) {
      insert.setString(1, after);
      insert.setInt(2, NOTED_AGAIN_AT_MOST);
      insert.setDouble(3, (double) NOTE_AGAIN_EVERY.toMillis() / againWithin.toMillis());
      try (ResultSet row = insert.executeQuery()) {
        String last = row.next() ? row.getString(1) : null;
        return last == null ? "" : last;
      }
    }
  }
}
