package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.Funded;
import dev.meridian.ledger.account.Funding;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.homeregion.HomeRegion;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Money from outside onto an account, once per reference. Runs on worker threads. */
@Path("/accounts/{id}/fundings")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class FundingResource {
  private static final int REFERENCE_AT_MOST = 255;

  private final HomeRegion home;
  private final LedgerIds ids;
  private final Funding funding;
  private final UnitOfWork unitOfWork;

  FundingResource(HomeRegion home, LedgerIds ids, Funding funding, UnitOfWork unitOfWork) {
    this.home = home;
    this.ids = ids;
    this.funding = funding;
    this.unitOfWork = unitOfWork;
  }

  /** The body of a POST; both are needed. */
  public record Fund(@Nullable String reference, @Nullable Long amountMinor) {}

  /** The answer, the same for every repeat of a reference. */
  public record FundedView(
      String entryId, String accountId, String reference, long amountMinor, String currency) {}

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Response fund(@PathParam("id") String id, @Nullable Fund wish) throws SQLException {
    AccountIds.foreignHome(home, id)
        .ifPresent(
            region -> {
              throw Problem.otherRegion(id, region).exception();
            });
    Funding.Request request = request(id, wish);
    Funded funded = unitOfWork.inTransaction(c -> funding.fund(c, request));
    if (funded instanceof Funded.Booked booked) {
      return Response.status(booked.repeated() ? Response.Status.OK : Response.Status.CREATED)
          .entity(view(request, booked))
          .build();
    }
    return problem(request, funded).response();
  }

  private Funding.Request request(String id, @Nullable Fund wish) {
    if (wish == null || wish.reference() == null || wish.amountMinor() == null) {
      throw Problem.badRequest("Send {\"reference\": …, \"amountMinor\": …}.").exception();
    }
    String reference = wish.reference();
    if (reference.isBlank()
        || reference.length() > REFERENCE_AT_MOST
        || reference.indexOf('\0') >= 0) {
      throw Problem.badRequest("reference must have 1 to 255 characters, U+0000 not among them.")
          .exception();
    }
    if (wish.amountMinor() <= 0) {
      throw Problem.badRequest("amountMinor must be above 0: " + wish.amountMinor()).exception();
    }
    return new Funding.Request(ids.entry(), id, reference, wish.amountMinor());
  }

  private static FundedView view(Funding.Request request, Funded.Booked booked) {
    return new FundedView(
        booked.entryId(),
        request.accountId(),
        request.reference(),
        booked.amount().minor(),
        booked.amount().currency());
  }

  private static Problem problem(Funding.Request request, Funded funded) {
    String id = request.accountId();
    if (funded instanceof Funded.Closed) {
      return Problem.accountClosed(id);
    }
    if (funded instanceof Funded.OtherAmount other) {
      return Problem.referenceUsed(
          "Reference %s funded %s with %d."
              .formatted(request.reference(), id, other.before().minor()));
    }
    return funded instanceof Funded.OutOfRange
        ? Problem.outOfRange(id)
        : Problem.unknownAccount(id);
  }
}
