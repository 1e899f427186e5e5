package dev.meridian.consumer.intake;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Hold;
import dev.meridian.dedup.Lookup;
import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.Failure;
import dev.meridian.inbox.StuckMessages;
import dev.meridian.inbox.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Brings batches of requests to their commit: the hot tier is asked before the transactions, which
 * are repeated and halved as they must be, and told after them. When {@link #process} returns,
 * everything is committed and may be acknowledged. Blocks; thread-safe.
 */
public final class RequestBatches {
  private final Transactions transactions;
  private final Intake intake;
  private final StuckMessages stuck;

  /** Batches for that intake, in those transactions. */
  public RequestBatches(Transactions transactions, Intake intake, StuckMessages stuck) {
    this.transactions = transactions;
    this.intake = intake;
    this.stuck = stuck;
  }

  /**
   * Takes a batch in.
   *
   * @return what became of it, in the parts in which it was committed
   * @throws InterruptedException on shutdown; parts before may be committed, the rest is not
   */
  public List<Report> process(List<Incoming> batch) throws InterruptedException {
    List<DedupKey> keys = intake.keys(batch);
    Hold held = intake.hold(keys);
    try {
      Lookup lookup = intake.lookUp(keys);
      return new BatchProcessor<>(transactions, new InTransaction(lookup), Incoming::place, stuck)
          .process(batch).stream().map(Taken::committed).toList();
    } finally {
      held.close();
    }
  }

  private final class InTransaction implements BatchProcessor.Batch<Incoming, Taken> {
    private final Lookup lookup;

    InTransaction(Lookup lookup) {
      this.lookup = lookup;
    }

    @Override
    public Taken apply(Connection connection, List<Incoming> part) throws SQLException {
      return intake.apply(connection, part, lookup);
    }

    @Override
    public Taken park(Connection connection, Incoming refused, Failure.Poison why)
        throws SQLException {
      return intake.park(connection, refused, why);
    }
  }
}
