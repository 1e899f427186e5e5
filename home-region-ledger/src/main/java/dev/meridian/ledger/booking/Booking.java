package dev.meridian.ledger.booking;

import dev.meridian.id.LeaseException;
import dev.meridian.inbox.UndecidableException;
import dev.meridian.ledger.account.Accounts;
import dev.meridian.ledger.account.Balances;
import dev.meridian.ledger.booking.Disposition.Forwarded;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.journal.Journal;
import dev.meridian.messages.Body.Cancel;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.DebitLeg;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.Pay;
import dev.meridian.messages.Body.Refund;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.OutboxRecord;
import dev.meridian.outbox.ResendSchedule;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Books batches of commands, in the caller's transaction and with a number of statements that
 * doesn't depend on the size of the batch.
 *
 * <p>Guarantees, if the transaction is READ COMMITTED and commits:
 *
 * <ul>
 *   <li>an intent is booked at most once, whatever comes how often, in which order, through which
 *       regions;
 *   <li>each request key, each payment and each leg has one outcome; every repeat is answered with
 *       it, as soon as it is final;
 *   <li>every entry is balanced, every balance equals the sum of its postings;
 *   <li>locks are taken in one order: intents, then accounts, each sorted.
 * </ul>
 *
 * <p>Commands of a batch are decided in their order. Thread-safe; blocks on the database, on other
 * batches' locks and, rarely, for a lease of ids.
 */
public final class Booking {
  private final HomeRegion home;
  private final LedgerIds ids;
  private final InstantSource clock;
  private final Admission admission;
  private final Answers answers;
  private final MessageCodec codec;
  private final Accounts accounts;
  private final Outbox outbox;
  private final OpenMessages openMessages;
  private final Intents intents = new Intents();
  private final OutcomeRows outcomeRows = new OutcomeRows();
  private final LegRows legRows = new LegRows();
  private final ReversalRows reversalRows = new ReversalRows();
  private final CaptureRows captureRows = new CaptureRows();
  private final Journal journal = new Journal();

  public Booking(HomeRegion home, LedgerIds ids, ResendSchedule resend, InstantSource clock) {
    this.home = home;
    this.ids = ids;
    this.clock = clock;
    this.admission = new Admission(home);
    this.answers = new Answers(home);
    this.codec = new MessageCodec("/meridian/ledger/" + home.code());
    this.accounts = new Accounts(home.code());
    this.outbox = new Outbox(resend);
    this.openMessages = new OpenMessages(resend);
  }

  /**
   * Decides the commands and writes what follows.
   *
   * @return what became of each, in their order
   * @throws SQLException as the database says: nothing is caught, the transaction is to be rolled
   *     back
   * @throws LeaseException if no ids could be had: to be rolled back and retried
   * @throws UndecidableException if some command fails by a fault of ours: to be rolled back, and
   *     that command to be found and parked
   */
  public List<Disposition> book(Connection connection, List<Message> commands) throws SQLException {
    try {
      return bookAll(connection, commands);
    } catch (LeaseException noIds) {
      throw noIds;
    } catch (RuntimeException fault) {
      throw new UndecidableException(fault);
    }
  }

  private List<Disposition> bookAll(Connection connection, List<Message> commands)
      throws SQLException {
    List<Optional<Disposition>> refused = commands.stream().map(admission::refuse).toList();
    List<Message> admitted = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      if (refused.get(i).isEmpty()) {
        admitted.add(commands.get(i));
      }
    }
    Books books = open(connection, admitted);
    List<Disposition> dispositions = decide(books, commands, refused);
    write(connection, books);
    return dispositions;
  }

  /** Locks, then reads, everything that the commands are about. */
  private Books open(Connection connection, List<Message> commands) throws SQLException {
    List<BusinessKey> keys = keys(commands);
    Set<BusinessKey> reversed = intents.lock(connection, keys);
    Books.Stored stored = read(connection, commands, keys, reversed);
    NeededAccounts needed = new NeededAccounts(home, commands, stored);
    accounts.createMissing(connection, needed.system());
    Balances balances = new Balances(accounts.lock(connection, needed.ids()));
    return new Books(balances, stored.with(readLegOutcomes(connection, commands)));
  }

  /** The intents that are decided about: a leg of another home's payment has none here. */
  private static List<BusinessKey> keys(List<Message> commands) {
    Set<BusinessKey> keys = new LinkedHashSet<>();
    for (Message command : commands) {
      if (!(command.body() instanceof CreditLeg || command.body() instanceof DebitLeg)) {
        keys.add(command.envelope().businessKey());
      }
      if (command.body() instanceof Refund refund) {
        keys.add(new BusinessKey(refund.paymentBusinessKey()));
      }
    }
    return List.copyOf(keys);
  }

  private Books.Stored read(
      Connection connection,
      List<Message> commands,
      List<BusinessKey> keys,
      Set<BusinessKey> reversed)
      throws SQLException {
    if (keys.isEmpty()) {
      return Books.Stored.NOTHING;
    }
    List<String> answered = new ArrayList<>();
    for (Message command : commands) {
      if (command.body() instanceof LegAnswer answer) {
        answered.add(answer.legId());
      }
    }
    return new Books.Stored(
        outcomeRows.read(connection, keys),
        outcomeRows.readAskers(connection, keys),
        legRows.readPaymentLegs(connection, answered),
        readReversals(connection, reversed),
        List.of());
  }

  private ReversalBook.Stored readReversals(Connection connection, Set<BusinessKey> keys)
      throws SQLException {
    if (keys.isEmpty()) {
      return ReversalBook.Stored.NOTHING;
    }
    List<Reversal> reversals = reversalRows.read(connection, keys);
    return new ReversalBook.Stored(
        reversals,
        reversalRows.readAskers(connection, reversals),
        captureRows.read(connection, keys));
  }

  /**
   * Read after the accounts were locked: copies of one leg lock the same clearing row, so the later
   * one sees what the earlier one decided.
   */
  private List<LegOutcome> readLegOutcomes(Connection connection, List<Message> commands)
      throws SQLException {
    List<String> legIds = new ArrayList<>();
    for (Message command : commands) {
      if (command.body() instanceof CreditLeg leg) {
        legIds.add(leg.legId());
      } else if (command.body() instanceof DebitLeg leg) {
        legIds.add(leg.legId());
      }
    }
    return legRows.readOutcomes(connection, legIds);
  }

  private List<Disposition> decide(
      Books books, List<Message> commands, List<Optional<Disposition>> refused) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Decisions decisions = new Decisions(home, ids, books, now);
    List<Disposition> dispositions = new ArrayList<>(commands.size());
    for (int i = 0; i < commands.size(); i++) {
      Message command = commands.get(i);
      Disposition disposition =
          refused.get(i).isPresent() ? refused.get(i).get() : decisions.decide(command);
      if (disposition instanceof Parked parked) {
        tellParked(books, command, parked);
      } else if (disposition instanceof Forwarded forwarded) {
        books.send(Answers.forwarded(command, forwarded.home()));
      }
      dispositions.add(disposition);
    }
    return dispositions;
  }

  /** No answer, the command stays open; but its origin can show why nothing happens. */
  private void tellParked(Books books, Message command, Parked parked) {
    Envelope envelope = command.envelope();
    if (!home.knows(envelope.originRegion())) {
      return;
    }
    String reason = parked.reason();
    if (command.body() instanceof Pay pay) {
      books.send(answers.parked(envelope, pay.paymentId(), pay.intent(), ids.message(), reason));
    } else if (command.body() instanceof Refund refund) {
      books.send(answers.parked(envelope, refund.paymentId(), null, ids.message(), reason));
    } else if (command.body() instanceof Cancel cancel) {
      books.send(answers.parked(envelope, cancel.paymentId(), null, ids.message(), reason));
    }
  }

  private void write(Connection connection, Books books) throws SQLException {
    journal.append(connection, books.newEntries());
    accounts.add(connection, books.balances().changes());
    outcomeRows.update(connection, books.changedOutcomes());
    outcomeRows.insert(connection, books.newOutcomes());
    outcomeRows.insertAskers(connection, books.newAskers());
    legRows.insert(connection, books.newPaymentLegs());
    legRows.update(connection, books.changedPaymentLegs());
    legRows.insertOutcomes(connection, books.newLegOutcomes());
    ReversalBook reversals = books.reversals();
    // first what ends: a cancel that is refused frees its intent for the next one of this batch
    reversalRows.update(connection, reversals.changedReversals());
    reversalRows.insert(connection, reversals.newReversals());
    reversalRows.insertAskers(connection, reversals.newAskers());
    captureRows.move(connection, reversals.captureMoves());
    append(connection, books.outgoing().stream().map(this::record).toList());
    openMessages.close(connection, books.answeredLegs());
  }

  /** In slices: a batch whose intents many have asked for may answer more than one append takes. */
  private void append(Connection connection, List<OutboxRecord> records) throws SQLException {
    for (int from = 0; from < records.size(); from += Outbox.RECORDS_AT_MOST) {
      int to = Math.min(from + Outbox.RECORDS_AT_MOST, records.size());
      outbox.append(connection, records.subList(from, to));
    }
  }

  private OutboxRecord record(Outgoing outgoing) {
    Message message = outgoing.message();
    Encoded encoded = codec.encode(message);
    OutboxRecord record =
        OutboxRecord.of(
            outgoing.topic(),
            message.recordKey(),
            message.envelope().messageId(),
            encoded.headers(),
            encoded.payload());
    Outgoing.Awaited awaited = outgoing.awaited();
    return awaited == null ? record : record.awaiting(awaited.answerKey(), awaited.home());
  }
}
