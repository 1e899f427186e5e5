package dev.meridian.demo.load;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.meridian.demo.plan.AccountRef;
import dev.meridian.demo.plan.PlannedAccount;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Opens and funds a plan's accounts at their homes' ledgers, over HTTP, some at a time. Blocks;
 * thread-safe.
 */
public final class AccountOpener {
  private static final int AT_A_TIME = 6;
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

  private final LedgerCalls calls;

  /** Gives a ledger that is busy a minute. */
  public AccountOpener() {
    this(new LedgerCalls(LIMIT, FIRST_PAUSE));
  }

  AccountOpener(LedgerCalls calls) {
    this.calls = calls;
  }

  /**
   * Opens them all.
   *
   * @param ledgers the ledger that opens accounts for a region, by the region's code
   * @return the id of each account
   * @throws LoadException if a ledger refuses or doesn't answer
   */
  public Map<AccountRef.Opened, String> open(
      List<PlannedAccount> accounts, Map<String, URI> ledgers) {
    ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME, AccountOpener::worker);
    try {
      Map<AccountRef.Opened, Future<String>> started = new HashMap<>();
      for (PlannedAccount account : accounts) {
        URI ledger = ledger(ledgers, account.ref().region());
        started.put(account.ref(), workers.submit(opening(ledger, account)));
      }
      Map<AccountRef.Opened, String> ids = new HashMap<>();
      started.forEach((ref, id) -> ids.put(ref, result(id)));
      return ids;
    } finally {
      workers.shutdownNow();
    }
  }

  private Callable<String> opening(URI ledger, PlannedAccount account) {
    return () -> {
      String id = open(ledger, account);
      if (account.fundingMinor() > 0) {
        fund(ledger, id, account.fundingMinor());
      }
      return id;
    };
  }

  /** An opening that was repeated although it had worked leaves an empty account behind. */
  private String open(URI ledger, PlannedAccount account) throws IOException {
    ObjectNode request =
        calls.body().put("kind", account.kind().name()).put("currency", account.currency());
    return calls.post(ledger.resolve("/accounts"), request).path("id").asText();
  }

  /** Its reference makes a repeat harmless. */
  private void fund(URI ledger, String id, long amountMinor) throws IOException {
    ObjectNode request = calls.body().put("reference", "first").put("amountMinor", amountMinor);
    calls.post(ledger.resolve("/accounts/" + id + "/fundings"), request);
  }

  private static URI ledger(Map<String, URI> ledgers, String region) {
    URI ledger = ledgers.get(region);
    if (ledger == null) {
      throw new LoadException("no ledger's address was given for region " + region, null);
    }
    return ledger;
  }

  private static String result(Future<String> id) {
    try {
      return id.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LoadException refused) {
        throw refused;
      }
      throw new LoadException("an account can't be opened: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while accounts were opened", e);
    }
  }

  private static Thread worker(Runnable work) {
    Thread thread = new Thread(work, "account-opener");
    thread.setDaemon(true);
    return thread;
  }
}
