package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.ExternalTransfers;
import dev.meridian.ledger.account.ExternalTransfers.Direction;
import dev.meridian.ledger.account.Transferred;
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

/**
 * Money from outside onto an account, and out again, once per reference. Runs on worker threads.
 */
@Path("/accounts/{id}")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class ExternalTransferResource {
  private final HomeRegion home;
  private final ExternalTransfers transfers;
  private final UnitOfWork unitOfWork;

  ExternalTransferResource(HomeRegion home, ExternalTransfers transfers, UnitOfWork unitOfWork) {
    this.home = home;
    this.transfers = transfers;
    this.unitOfWork = unitOfWork;
  }

  /** The body of a POST; both are needed. */
  public record Transfer(@Nullable String reference, @Nullable Long amountMinor) {}

  /** The answer, the same for every repeat of a reference. */
  public record TransferView(
      String entryId, String accountId, String reference, long amountMinor, String currency) {}

  @POST
  @Path("/fundings")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response fund(@PathParam("id") String id, @Nullable Transfer wish) throws SQLException {
    return transfer(Direction.FUND, id, wish);
  }

  @POST
  @Path("/withdrawals")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response withdraw(@PathParam("id") String id, @Nullable Transfer wish)
      throws SQLException {
    return transfer(Direction.WITHDRAW, id, wish);
  }

  private Response transfer(Direction direction, String id, @Nullable Transfer wish)
      throws SQLException {
    AccountIds.refuseForeign(home, id);
    ExternalTransfers.Request request = request(direction, id, wish);
    Transferred transferred = unitOfWork.inTransaction(c -> transfers.transfer(c, request));
    if (transferred instanceof Transferred.Booked booked) {
      return Response.status(booked.repeated() ? Response.Status.OK : Response.Status.CREATED)
          .entity(view(request, booked))
          .build();
    }
    return problem(request, transferred).response();
  }

  private ExternalTransfers.Request request(
      Direction direction, String id, @Nullable Transfer wish) {
    if (wish == null || wish.reference() == null || wish.amountMinor() == null) {
      throw Problem.badRequest("Send {\"reference\": …, \"amountMinor\": …}.").exception();
    }
    String reference = Texts.present("reference", wish.reference());
    if (wish.amountMinor() <= 0) {
      throw Problem.badRequest("amountMinor must be above 0: " + wish.amountMinor()).exception();
    }
    return new ExternalTransfers.Request(direction, id, reference, wish.amountMinor());
  }

  private static TransferView view(ExternalTransfers.Request request, Transferred.Booked booked) {
    return new TransferView(
        booked.entryId(),
        request.accountId(),
        request.reference(),
        booked.amount().minor(),
        booked.amount().currency());
  }

  private static Problem problem(ExternalTransfers.Request request, Transferred refused) {
    String id = request.accountId();
    if (refused instanceof Transferred.Closed) {
      return Problem.accountClosed(id);
    }
    if (refused instanceof Transferred.Frozen) {
      return Problem.accountFrozen(id);
    }
    if (refused instanceof Transferred.OtherAmount other) {
      return Problem.referenceUsed(
          "Reference %s moved %d for %s."
              .formatted(request.reference(), other.before().minor(), id));
    }
    if (refused instanceof Transferred.TooLittle little) {
      return Problem.insufficientFunds(id, little.balanceMinor());
    }
    return refused instanceof Transferred.OutOfRange
        ? Problem.outOfRange(id)
        : Problem.unknownAccount(id);
  }
}
