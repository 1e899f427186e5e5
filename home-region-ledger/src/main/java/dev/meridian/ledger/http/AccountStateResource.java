package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.AccountStates;
import dev.meridian.ledger.account.StateChange;
import dev.meridian.ledger.account.StateChanged;
import dev.meridian.ledger.homeregion.HomeRegion;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Freezes, unfreezes, closes and reopens accounts. Runs on worker threads. */
@Path("/accounts/{id}/state-changes")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class AccountStateResource {
  private final HomeRegion home;
  private final AccountStates states;
  private final UnitOfWork unitOfWork;

  AccountStateResource(HomeRegion home, AccountStates states, UnitOfWork unitOfWork) {
    this.home = home;
    this.states = states;
    this.unitOfWork = unitOfWork;
  }

  /** The body of a POST; all but {@code moveTo} are needed. */
  public record Change(
      @Nullable String change,
      @Nullable String askedBy,
      @Nullable String reason,
      @Nullable String moveTo) {}

  /** The answer; {@code movedEntryId} names the entry that moved what a closing one had left. */
  public record ChangeView(String accountId, String state, @Nullable String movedEntryId) {}

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Response change(@PathParam("id") String id, @Nullable Change wish) throws SQLException {
    AccountIds.refuseForeign(home, id);
    AccountStates.Request request = request(id, wish);
    StateChanged changed = unitOfWork.inTransaction(c -> states.change(c, request));
    if (changed instanceof StateChanged.Done done) {
      return answer(
          Response.Status.CREATED, new ChangeView(id, done.state().name(), done.movedEntryId()));
    }
    if (changed instanceof StateChanged.Already already) {
      return answer(Response.Status.OK, new ChangeView(id, already.state().name(), null));
    }
    return problem(request, changed).response();
  }

  private AccountStates.Request request(String id, @Nullable Change wish) {
    if (wish == null) {
      throw Problem.badRequest(
              "Send {\"change\": …, \"askedBy\": …, \"reason\": …}, and \"moveTo\" where the rest goes.")
          .exception();
    }
    String moveTo = wish.moveTo();
    if (moveTo != null) {
      AccountIds.refuseForeign(home, moveTo);
    }
    StateChange change = change(wish.change());
    if (moveTo != null && change != StateChange.CLOSE) {
      throw Problem.badRequest("moveTo belongs to CLOSE, not to " + change + ".").exception();
    }
    return new AccountStates.Request(
        change,
        id,
        Texts.present("askedBy", wish.askedBy()),
        Texts.present("reason", wish.reason()),
        moveTo);
  }

  private static StateChange change(@Nullable String text) {
    return Arrays.stream(StateChange.values())
        .filter(each -> each.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                Problem.badRequest(
                        "change must be one of %s: %s"
                            .formatted(Arrays.toString(StateChange.values()), text))
                    .exception());
  }

  private static Response answer(Response.Status status, ChangeView view) {
    return Response.status(status).entity(view).build();
  }

  private static Problem problem(AccountStates.Request request, StateChanged refused) {
    String id = request.accountId();
    if (refused instanceof StateChanged.NotFrom not) {
      return Problem.stateConflict(
          "%s is %s, which %s doesn't start from.".formatted(id, not.state(), request.change()));
    }
    if (refused instanceof StateChanged.BalanceLeft left) {
      return Problem.balanceLeft(
          "%s has %d minor units: name the account that takes them in moveTo."
              .formatted(id, left.balanceMinor()));
    }
    if (refused instanceof StateChanged.FrozenBalance frozen) {
      return Problem.balanceLeft(
          "%s is frozen with %d minor units: unfreeze it, then close it with moveTo."
              .formatted(id, frozen.balanceMinor()));
    }
    return refused instanceof StateChanged.CannotTake cannot
        ? Problem.cannotTake(cannot.accountId(), cannot.why())
        : Problem.unknownAccount(id);
  }
}
