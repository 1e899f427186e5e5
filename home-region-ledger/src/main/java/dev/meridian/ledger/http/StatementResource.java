package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.statement.BalanceAt;
import dev.meridian.ledger.statement.PostingLine;
import dev.meridian.ledger.statement.Statement;
import dev.meridian.ledger.statement.Statements;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What was booked on an account, and what that came to. System accounts (such as {@code
 * external:EUR}) are read here too. Runs on worker threads.
 */
@Path("/accounts/{id}")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class StatementResource {
  private final HomeRegion home;
  private final Statements statements;
  private final UnitOfWork unitOfWork;
  private final InstantSource clock;

  StatementResource(
      HomeRegion home, Statements statements, UnitOfWork unitOfWork, InstantSource clock) {
    this.home = home;
    this.statements = statements;
    this.unitOfWork = unitOfWork;
    this.clock = clock;
  }

  /** A page of postings; {@code next} is what to go on after, now or when there are more. */
  public record PostingsView(String accountId, List<PostingLine> postings, String next) {}

  /**
   * A page of a statement; ask for the next one with the same period and {@code after=next}, until
   * that is null.
   */
  public record StatementView(
      String accountId,
      String currency,
      Instant from,
      @Nullable Instant to,
      long openingBalanceMinor,
      long closingBalanceMinor,
      List<PostingLine> lines,
      @Nullable String next) {}

  @GET
  @Path("/balance")
  @Operation(
      summary = "The balance now, or as of a time",
      description =
          "As of a time: with all postings whose bookedAt is not after it; final once it is 20 s past.")
  public BalanceAt balance(@PathParam("id") String id, @QueryParam("at") @Nullable String at)
      throws SQLException {
    refuseForeign(id);
    Instant time = Page.time("at", at, Page.LATEST);
    BalanceAt balance =
        unitOfWork
            .inTransaction(c -> statements.balanceAt(c, id, time))
            .orElseThrow(() -> Problem.unknownAccount(id).exception());
    return at == null
        ? new BalanceAt(
            id, balance.currency(), balance.balanceMinor(), balance.number(), clock.instant())
        : balance;
  }

  @GET
  @Path("/postings")
  @Operation(
      summary = "The account's postings, in the order of their numbers",
      description =
          "Go on with after=next: nothing is skipped or met twice, whatever is booked meanwhile.")
  public PostingsView postings(
      @PathParam("id") String id,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit)
      throws SQLException {
    refuseForeign(id);
    long first = Page.after(after);
    int atMost = Page.limit(limit);
    List<PostingLine> lines =
        unitOfWork
            .inTransaction(c -> statements.postings(c, id, first, atMost))
            .orElseThrow(() -> Problem.unknownAccount(id).exception());
    long last = lines.isEmpty() ? first : lines.get(lines.size() - 1).number();
    return new PostingsView(id, lines, Long.toString(last));
  }

  @GET
  @Path("/statement")
  @Operation(
      summary = "What was booked after 'from' and not after 'to', with both balances",
      description = "Without 'from' from the beginning, without 'to' until now.")
  public StatementView statement(
      @PathParam("id") String id,
      @QueryParam("from") @Nullable String from,
      @QueryParam("to") @Nullable String to,
      @QueryParam("after") @Nullable String after,
      @QueryParam("limit") @Nullable String limit)
      throws SQLException {
    refuseForeign(id);
    Statement.Period period = period(from, to);
    long first = Page.after(after);
    int atMost = Page.limit(limit);
    Statement statement =
        unitOfWork
            .inTransaction(c -> statements.statement(c, id, period, first, atMost))
            .orElseThrow(() -> Problem.unknownAccount(id).exception());
    Long next = statement.next();
    return new StatementView(
        id,
        statement.closing().currency(),
        period.from(),
        to == null ? null : period.to(),
        statement.opening().balanceMinor(),
        statement.closing().balanceMinor(),
        statement.lines(),
        next == null ? null : next.toString());
  }

  private Statement.Period period(@Nullable String from, @Nullable String to) {
    Instant first = Page.time("from", from, Instant.EPOCH);
    Instant last = Page.time("to", to, Page.LATEST);
    if (first.isAfter(last)) {
      throw Problem.badRequest("from is after to: " + first + ", " + last).exception();
    }
    return new Statement.Period(first, last);
  }

  /** System accounts are each home's own. */
  private void refuseForeign(String id) {
    if (!SystemAccount.named(id)) {
      AccountIds.refuseForeign(home, id);
    }
  }
}
