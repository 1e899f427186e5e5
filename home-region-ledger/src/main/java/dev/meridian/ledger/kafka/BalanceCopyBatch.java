package dev.meridian.ledger.kafka;

import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.Failure;
import dev.meridian.ledger.balancecopy.BalanceCopies;
import dev.meridian.messages.Body.AccountBalance;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.MessageCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a batch of balances in. What is of no use (another kind, unreadable, of a home that doesn't
 * own the account, of this home) is counted and left: a copy comes again within a day, and parking
 * would keep what nobody redrives. Thread-safe.
 */
public final class BalanceCopyBatch
    implements BatchProcessor.Batch<Received, BalanceCopyBatch.Taken> {
  private final BalanceCopies copies;
  private final MessageCodec codec = new MessageCodec("/meridian/ledger");

  public BalanceCopyBatch(BalanceCopies copies) {
    this.copies = copies;
  }

  /**
   * What became of a batch.
   *
   * @param kept copies that changed
   * @param stale admitted and not newer than what was kept
   * @param refused of no use
   */
  public record Taken(int kept, int stale, int refused) {}

  @Override
  public Taken apply(Connection connection, List<Received> batch) throws SQLException {
    List<BalanceCopies.Told> told = new ArrayList<>();
    for (Received each : batch) {
      if (codec.decode(each.kafkaHeaders(), each.payload()) instanceof Decoded.Valid valid
          && valid.message().body() instanceof AccountBalance balance
          && copies.admits(balance)) {
        told.add(new BalanceCopies.Told(balance, valid.message().envelope().occurredAt()));
      }
    }
    int kept = copies.keep(connection, told);
    return new Taken(kept, told.size() - kept, batch.size() - told.size());
  }

  @Override
  public Taken park(Connection connection, Received one, Failure.Poison why) {
    return new Taken(0, 0, 1);
  }
}
