package dev.meridian.ledger.booking;

import dev.meridian.id.BlockStore;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.Region;
import java.util.List;

/**
 * The ids that this region's ledger database gives out. Thread-safe; a call may block for a lease
 * of the next block, on a connection of its own, and throws {@link dev.meridian.id.LeaseException}
 * if none could be had.
 */
public final class LedgerIds implements AutoCloseable {
  private static final IdKind ACCOUNT = new IdKind("acc");
  private static final IdKind ENTRY = new IdKind("ent");
  private static final IdKind MESSAGE = new IdKind("res");

  /** What the ledger's database must own. */
  public static final List<IdKind> KINDS = List.of(ACCOUNT, ENTRY, MESSAGE);

  private final IdGenerator accounts;
  private final IdGenerator entries;
  private final IdGenerator messages;

  public LedgerIds(Region region, BlockStore blocks) {
    this.accounts = new IdGenerator(ACCOUNT, region, blocks);
    this.entries = new IdGenerator(ENTRY, region, blocks);
    this.messages = new IdGenerator(MESSAGE, region, blocks);
  }

  public String account() {
    return accounts.nextId().text();
  }

  public String entry() {
    return entries.nextId().text();
  }

  public String message() {
    return messages.nextId().text();
  }

  @Override
  public void close() {
    accounts.close();
    entries.close();
    messages.close();
  }
}
