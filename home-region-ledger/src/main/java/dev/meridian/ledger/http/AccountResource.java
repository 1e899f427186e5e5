package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.AccountEntity;
import dev.meridian.ledger.account.AccountKind;
import dev.meridian.ledger.account.AccountOpenings;
import dev.meridian.ledger.account.AccountRepository;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.InvalidMessageException;
import dev.meridian.messages.Money;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** Accounts of this home: opened and read. Runs on worker threads. */
@Path("/accounts")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class AccountResource {
  private final HomeRegion home;
  private final LedgerIds ids;
  private final AccountRepository accounts;
  private final AccountOpenings openings;
  private final UnitOfWork unitOfWork;

  AccountResource(
      HomeRegion home,
      LedgerIds ids,
      AccountRepository accounts,
      AccountOpenings openings,
      UnitOfWork unitOfWork) {
    this.home = home;
    this.ids = ids;
    this.accounts = accounts;
    this.openings = openings;
    this.unitOfWork = unitOfWork;
  }

  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  /** The body of a POST; both are needed. */
  public record OpenAccount(@Nullable String kind, @Nullable String currency) {}

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      summary = "Opens an account here",
      description =
          "With an Idempotency-Key a repeat answers 200 with the first account, and another kind or currency 422. Without one each call opens an account.")
  public Response open(
      @HeaderParam(IDEMPOTENCY_KEY) @Nullable String key, @Nullable OpenAccount wish)
      throws SQLException {
    if (wish == null || wish.kind() == null || wish.currency() == null) {
      throw Problem.badRequest("Send {\"kind\": …, \"currency\": …}.").exception();
    }
    AccountKind kind = kind(wish.kind());
    String currency = currency(wish.currency());
    String id = ids.account();
    ownOrRefuse(id, "a new account");
    AccountOpenings.Request request = new AccountOpenings.Request(id, kind, currency, checked(key));
    AccountOpenings.Opening opening = unitOfWork.inTransaction(c -> openings.open(c, request));
    if (opening instanceof AccountOpenings.Opening.OtherRequest other) {
      throw Problem.keyUsed(
              "The key opened a %s account in %s.".formatted(other.kind(), other.currency()))
          .exception();
    }
    return opened((AccountOpenings.Opening.Opened) opening);
  }

  private Response opened(AccountOpenings.Opening.Opened opened) {
    Response.ResponseBuilder response =
        opened.before()
            ? Response.ok().header("Idempotency-Replayed", true)
            : Response.status(Response.Status.CREATED);
    return response
        .location(URI.create("/accounts/" + opened.accountId()))
        .entity(get(opened.accountId()))
        .build();
  }

  private static @Nullable String checked(@Nullable String key) {
    if (key != null) {
      AccountOpenings.keyProblem(key)
          .ifPresent(
              problem -> {
                throw Problem.badRequest(problem).exception();
              });
    }
    return key;
  }

  @GET
  @Path("/{id}")
  public AccountView get(@PathParam("id") String id) {
    ownOrRefuse(id, id);
    AccountEntity account = accounts.findById(id);
    if (account == null) {
      throw Problem.unknownAccount(id).exception();
    }
    return AccountView.of(account);
  }

  private void ownOrRefuse(String id, String what) {
    AccountIds.foreignHome(home, id)
        .ifPresent(
            region -> {
              throw Problem.otherRegion(what, region).exception();
            });
  }

  private static AccountKind kind(String text) {
    Optional<AccountKind> kind =
        Arrays.stream(AccountKind.values())
            .filter(each -> each.name().equals(text) && each.openedByClients())
            .findFirst();
    return kind.orElseThrow(
        () -> Problem.badRequest("kind must be CUSTOMER or MERCHANT: " + text).exception());
  }

  private static String currency(String code) {
    try {
      return new Money(0, code).currency();
    } catch (InvalidMessageException e) {
      throw Problem.badRequest(String.valueOf(e.getMessage())).exception();
    }
  }
}
