package dev.meridian.demo.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The accounts of a plan: in each region some customers who pay and fewer merchants who are paid,
 * in two currencies; the busier merchants get several payments at once.
 */
final class AccountPlan {
  static final List<String> CURRENCIES = List.of("EUR", "USD");

  /** Left on each customer's account at the end, so that money moved twice shows as money gone. */
  static final long SPARE_MINOR = 1_000_000;

  /** What the customers have who can't pay. */
  static final long POOR_MINOR = 7;

  private static final int PAYMENTS_PER_CUSTOMER = 100;
  private static final int MIN_CUSTOMERS = 4;
  private static final int MAX_CUSTOMERS = 24;
  private static final int CUSTOMERS_PER_MERCHANT = 3;
  private static final int MIN_MERCHANTS = 2;

  private final int customers;
  private final int merchants;
  private final Map<AccountRef.Opened, PlannedAccount> opened = new HashMap<>();
  private final List<AccountRef.Opened> order = new ArrayList<>();
  private final Map<String, Integer> nextNumber = new HashMap<>();

  AccountPlan(PlanOptions options) {
    int wanted = options.payments() / options.regions().size() / PAYMENTS_PER_CUSTOMER;
    customers = even(Math.max(MIN_CUSTOMERS, Math.min(MAX_CUSTOMERS, wanted)));
    merchants = even(Math.max(MIN_MERCHANTS, customers / CUSTOMERS_PER_MERCHANT));
    for (String region : options.regions()) {
      open(region, PlannedAccount.Kind.CUSTOMER, customers, SPARE_MINOR);
      open(region, PlannedAccount.Kind.MERCHANT, merchants, 0);
    }
  }

  /** A customer with money, of this currency. */
  AccountRef.Opened customer(String region, String currency, RandomGenerator random) {
    return pick(region, 0, customers, currency, random);
  }

  AccountRef.Opened merchant(String region, String currency, RandomGenerator random) {
    return pick(region, customers, merchants, currency, random);
  }

  /** A new customer with too little money. */
  AccountRef.Opened poorCustomer(String region, String currency) {
    return open(region, PlannedAccount.Kind.CUSTOMER, currency, POOR_MINOR);
  }

  /** Raises the payer's first funding, so that what is planned can be paid. */
  void willPay(AccountRef.Opened payer, long amountMinor) {
    opened.computeIfPresent(
        payer, (ref, account) -> account.fundedWith(account.fundingMinor() + amountMinor));
  }

  List<PlannedAccount> all() {
    List<PlannedAccount> all = new ArrayList<>();
    for (AccountRef.Opened ref : order) {
      PlannedAccount account = opened.get(ref);
      if (account != null) {
        all.add(account);
      }
    }
    return all;
  }

  private void open(String region, PlannedAccount.Kind kind, int count, long fundingMinor) {
    for (int i = 0; i < count; i++) {
      open(region, kind, CURRENCIES.get(i % CURRENCIES.size()), fundingMinor);
    }
  }

  private AccountRef.Opened open(
      String region, PlannedAccount.Kind kind, String currency, long fundingMinor) {
    int number = nextNumber.merge(region, 1, Integer::sum) - 1;
    AccountRef.Opened ref = new AccountRef.Opened(region, number);
    opened.put(ref, new PlannedAccount(ref, kind, currency, fundingMinor));
    order.add(ref);
    return ref;
  }

  private static AccountRef.Opened pick(
      String region, int from, int count, String currency, RandomGenerator random) {
    int kinds = CURRENCIES.size();
    int number = random.nextInt(count / kinds) * kinds + CURRENCIES.indexOf(currency);
    return new AccountRef.Opened(region, from + number);
  }

  private static int even(int count) {
    return count + count % CURRENCIES.size();
  }
}
