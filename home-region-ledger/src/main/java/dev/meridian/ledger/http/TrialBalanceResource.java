package dev.meridian.ledger.http;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.statement.TrialBalance;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** The trial balance of this home. Runs on worker threads. */
@Path("/trial-balance")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class TrialBalanceResource {
  private final HomeRegion home;
  private final TrialBalance trialBalance;
  private final UnitOfWork unitOfWork;

  TrialBalanceResource(HomeRegion home, TrialBalance trialBalance, UnitOfWork unitOfWork) {
    this.home = home;
    this.trialBalance = trialBalance;
    this.unitOfWork = unitOfWork;
  }

  /** Sums may leave 64 bits, so they are texts of digits. */
  public record TrialBalanceView(String home, List<CurrencyView> currencies) {}

  /** One currency; {@code differenceMinor} is 0 where the books are right. */
  public record CurrencyView(
      String currency,
      String creditMinor,
      String debitMinor,
      String differenceMinor,
      List<KindView> kinds) {}

  /** The accounts of one kind. */
  public record KindView(String kind, long accounts, String creditMinor, String debitMinor) {}

  @GET
  @Operation(
      summary = "Per currency, all balances above and below zero",
      description = "One moment's. Sums are texts of digits, as they may leave 64 bits.")
  public TrialBalanceView get() throws SQLException {
    Map<String, List<TrialBalance.Line>> lines =
        unitOfWork.inTransaction(trialBalance::read).stream()
            .collect(
                Collectors.groupingBy(
                    TrialBalance.Line::currency, TreeMap::new, Collectors.toList()));
    return new TrialBalanceView(
        home.code(),
        lines.entrySet().stream().map(each -> view(each.getKey(), each.getValue())).toList());
  }

  private static CurrencyView view(String currency, List<TrialBalance.Line> lines) {
    BigInteger credit = sum(lines.stream().map(TrialBalance.Line::creditMinor).toList());
    BigInteger debit = sum(lines.stream().map(TrialBalance.Line::debitMinor).toList());
    return new CurrencyView(
        currency,
        credit.toString(),
        debit.toString(),
        credit.subtract(debit).toString(),
        lines.stream().map(TrialBalanceResource::view).toList());
  }

  private static KindView view(TrialBalance.Line line) {
    return new KindView(
        line.kind(), line.accounts(), line.creditMinor().toString(), line.debitMinor().toString());
  }

  private static BigInteger sum(List<BigInteger> numbers) {
    return numbers.stream().reduce(BigInteger.ZERO, BigInteger::add);
  }
}
