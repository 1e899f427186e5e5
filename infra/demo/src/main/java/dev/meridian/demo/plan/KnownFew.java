package dev.meridian.demo.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The known few that must not move money: refused by a ledger, or parked. One of each kind comes
 * twice.
 */
final class KnownFew {
  private static final int OF_EACH = 3;
  private static final long AMOUNT_MINOR = 1_000;
  private static final double FIRST_PART = 0.1;
  private static final double LAST_PART = 0.9;
  private static final String CURRENCY = AccountPlan.CURRENCIES.get(0);

  private final PlanOptions options;
  private final RandomGenerator random;
  private final AccountPlan accounts;
  private int number;

  KnownFew(PlanOptions options, RandomGenerator random, AccountPlan accounts) {
    this.options = options;
    this.random = random;
    this.accounts = accounts;
    number = options.payments();
  }

  List<Planner.Turn> turns() {
    List<Planner.Turn> turns = new ArrayList<>();
    for (Ending ending : Ending.values()) {
      if (ending != Ending.SETTLED) {
        addAll(turns, ending);
      }
    }
    return turns;
  }

  private void addAll(List<Planner.Turn> turns, Ending ending) {
    for (int i = 0; i < OF_EACH; i++) {
      double place = options.payments() * random.nextDouble(FIRST_PART, LAST_PART);
      Delivery first = Planner.first(payment(ending, i));
      turns.add(new Planner.Turn(place, first));
      if (i == 0) {
        turns.add(new Planner.Turn(place, again(first)));
      }
    }
  }

  private PlannedPayment payment(Ending ending, int i) {
    String region = options.regions().get(i % options.regions().size());
    String payeeHome = i % 2 == 0 ? region : Regions.otherThan(region, options.regions(), random);
    return new PlannedPayment(
        number++,
        ending,
        region,
        region,
        payer(ending, region),
        ending == Ending.MISSING_PAYEE
            ? new AccountRef.Missing(payeeHome, number)
            : accounts.merchant(payeeHome, CURRENCY, random),
        AMOUNT_MINOR,
        CURRENCY,
        "few-" + number,
        Duration.ZERO);
  }

  private AccountRef payer(Ending ending, String region) {
    return switch (ending) {
      case NO_FUNDS -> accounts.poorCustomer(region, CURRENCY);
      case MISSING_PAYER -> new AccountRef.Missing(region, number);
      case MALFORMED_ACCOUNT -> new AccountRef.Malformed("account-no-" + number);
      case FOREIGN_ACCOUNT -> new AccountRef.OfUnknownRegion(number);
      default -> accounts.customer(region, CURRENCY, random);
    };
  }

  private static Delivery again(Delivery first) {
    return new Delivery(
        first.payment(),
        Role.REPEAT,
        first.producedIn(),
        first.target(),
        first.messageId(),
        first.requestKey(),
        1,
        first.amountMinor());
  }
}
