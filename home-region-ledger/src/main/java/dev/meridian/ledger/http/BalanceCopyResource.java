package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.balancecopy.BalanceCopies;
import dev.meridian.ledger.balancecopy.BalanceCopy;
import dev.meridian.ledger.homeregion.HomeRegion;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** What this region knows of other homes' balances. Runs on worker threads. */
@Path("/balance-copies/{id}")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class BalanceCopyResource {
  private final HomeRegion home;
  private final BalanceCopies copies;
  private final UnitOfWork unitOfWork;
  private final InstantSource clock;

  BalanceCopyResource(
      HomeRegion home, BalanceCopies copies, UnitOfWork unitOfWork, InstantSource clock) {
    this.home = home;
    this.copies = copies;
    this.unitOfWork = unitOfWork;
    this.clock = clock;
  }

  /**
   * A copy; {@code lagSeconds} is how long ago this region last heard of the home, so that what was
   * booked since may be missing.
   */
  public record CopyView(
      String accountId,
      String home,
      String currency,
      long balanceMinor,
      long version,
      Instant asOf,
      double lagSeconds) {}

  @GET
  @Operation(
      summary = "A read-only copy of a balance whose home is another region",
      description =
          "Marked with its home, the time at which the home read it, and the lag. Decide nothing by it: ask the home.")
  public CopyView get(@PathParam("id") String id) throws SQLException {
    if (AccountIds.foreignHome(home, id).isEmpty()) {
      throw Problem.noCopy("This region is the home of %s: see /accounts/%s.".formatted(id, id))
          .exception();
    }
    return unitOfWork
        .inTransaction(c -> copies.find(c, id))
        .map(this::view)
        .orElseThrow(
            () -> Problem.noCopy("Its home has told nothing of " + id + " yet.").exception());
  }

  private CopyView view(BalanceCopy copy) {
    double lag = Duration.between(copy.homeHeardAsOf(), clock.instant()).toMillis() / 1_000.0;
    return new CopyView(
        copy.accountId(),
        copy.home(),
        copy.currency(),
        copy.balanceMinor(),
        copy.version(),
        copy.asOf(),
        Math.max(0, lag));
  }
}
