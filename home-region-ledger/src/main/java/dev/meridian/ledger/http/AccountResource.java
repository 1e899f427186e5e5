package dev.meridian.ledger.http;

import dev.meridian.ledger.account.AccountEntity;
import dev.meridian.ledger.account.AccountKind;
import dev.meridian.ledger.account.AccountRepository;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.InvalidMessageException;
import dev.meridian.messages.Money;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Accounts of this home: opened and read. Runs on worker threads. */
@Path("/accounts")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class AccountResource {
  private final HomeRegion home;
  private final LedgerIds ids;
  private final AccountRepository accounts;

  AccountResource(HomeRegion home, LedgerIds ids, AccountRepository accounts) {
    this.home = home;
    this.ids = ids;
    this.accounts = accounts;
  }

  /** The body of a POST; both are needed. */
  public record OpenAccount(@Nullable String kind, @Nullable String currency) {}

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Response open(@Nullable OpenAccount wish) {
    if (wish == null || wish.kind() == null || wish.currency() == null) {
      throw Problem.badRequest("Send {\"kind\": …, \"currency\": …}.").exception();
    }
    AccountKind kind = kind(wish.kind());
    String currency = currency(wish.currency());
    String id = ids.account();
    ownOrRefuse(id, "a new account");
    AccountEntity account = accounts.open(id, home.code(), kind, currency);
    return Response.created(URI.create("/accounts/" + account.id()))
        .entity(AccountView.of(account))
        .build();
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
