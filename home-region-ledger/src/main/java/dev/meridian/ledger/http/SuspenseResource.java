package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.HeldMoney;
import dev.meridian.ledger.account.Released;
import dev.meridian.ledger.account.SuspenseRelease;
import dev.meridian.ledger.homeregion.HomeRegion;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Money in suspense: what lies there, and its release. Runs on worker threads. */
@Path("/suspense")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class SuspenseResource {
  private final HomeRegion home;
  private final SuspenseRelease suspense;
  private final UnitOfWork unitOfWork;

  SuspenseResource(HomeRegion home, SuspenseRelease suspense, UnitOfWork unitOfWork) {
    this.home = home;
    this.suspense = suspense;
    this.unitOfWork = unitOfWork;
  }

  /** One that lies there. */
  public record HeldView(
      String entryId,
      long amountMinor,
      String currency,
      @Nullable String paymentId,
      String cause,
      Instant at) {

    static HeldView of(HeldMoney held) {
      return new HeldView(
          held.entryId(),
          held.amount().minor(),
          held.amount().currency(),
          held.paymentId(),
          held.cause(),
          held.at());
    }
  }

  /** The body of a POST; all three are needed. */
  public record Release(
      @Nullable String accountId, @Nullable String askedBy, @Nullable String reason) {}

  /** The answer, the same for every repeat. */
  public record ReleaseView(
      String entryId, String heldEntryId, String accountId, long amountMinor, String currency) {}

  @GET
  public List<HeldView> list() throws SQLException {
    return unitOfWork.inTransaction(suspense::unreleased).stream().map(HeldView::of).toList();
  }

  @POST
  @Path("/{entryId}/releases")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response release(@PathParam("entryId") String heldEntryId, @Nullable Release wish)
      throws SQLException {
    if (wish == null || wish.accountId() == null) {
      throw Problem.badRequest("Send {\"accountId\": …, \"askedBy\": …, \"reason\": …}.")
          .exception();
    }
    AccountIds.refuseForeign(home, wish.accountId());
    SuspenseRelease.Request request =
        new SuspenseRelease.Request(
            Texts.present("the entry's id", heldEntryId),
            wish.accountId(),
            Texts.present("askedBy", wish.askedBy()),
            Texts.present("reason", wish.reason()));
    Released released = unitOfWork.inTransaction(c -> suspense.release(c, request));
    if (released instanceof Released.Done done) {
      return Response.status(done.repeated() ? Response.Status.OK : Response.Status.CREATED)
          .entity(
              new ReleaseView(
                  done.entryId(),
                  heldEntryId,
                  done.accountId(),
                  done.amount().minor(),
                  done.amount().currency()))
          .build();
    }
    return problem(request, released).response();
  }

  private static Problem problem(SuspenseRelease.Request request, Released refused) {
    if (refused instanceof Released.ToAnother another) {
      return Problem.stateConflict(
          "Entry %s was released to %s.".formatted(request.heldEntryId(), another.accountId()));
    }
    return refused instanceof Released.CannotTake cannot
        ? Problem.cannotTake(request.accountId(), cannot.why())
        : Problem.nothingHeld(request.heldEntryId());
  }
}
