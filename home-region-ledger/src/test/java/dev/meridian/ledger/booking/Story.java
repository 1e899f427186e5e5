package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.ReversalCommands.CancelCommand;
import dev.meridian.ledger.booking.ReversalCommands.RefundCommand;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntFunction;

/**
 * One seed's accounts, wishes and origins: a few intents between homes, each asked for by one or
 * more origins, refunded and cancelled before, while and after it is booked.
 */
final class Story {
  private static final int INTENTS = 3;
  private static final int STATES_CHANGE_UNTIL = 5;
  private static final int MONEY_LEAVES_UNTIL = 9;
  private static final List<AccountState> STATES = List.of(AccountState.values());

  private final long seed;
  private final Random random;
  private final Homes homes;
  private final Purse purse;
  private final Map<String, List<String>> accounts = new LinkedHashMap<>();
  private final Map<String, Wish> wishes = new LinkedHashMap<>();

  /**
   * Something that an origin asks for until it is answered, and once more at the end.
   *
   * @param home who is asked
   * @param message the command, by attempt
   * @param after the round before which it isn't asked for
   */
  private record Wish(String home, IntFunction<Message> message, int after) {}

  /**
   * What the story's accounts hold.
   *
   * @param currency with 0, 2 or 3 decimals
   * @param mostMinor up to which an account is funded, and amounts go
   */
  record Purse(String currency, long mostMinor) {
    private static final List<String> CURRENCIES = List.of("EUR", "JPY", "KWD");

    /**
     * Every 20th seed has a currency of its own, in which one account holds nearly all that 64 bits
     * can say.
     */
    static Purse of(long seed, List<String> rareCurrencies) {
      if (seed % 20 != 0) {
        return new Purse(CURRENCIES.get((int) (seed % CURRENCIES.size())), 200);
      }
      int rare = (int) (seed / 20 % rareCurrencies.size());
      return new Purse(rareCurrencies.get(rare), Long.MAX_VALUE);
    }

    boolean isEdge() {
      return mostMinor == Long.MAX_VALUE;
    }
  }

  /** An account that a story wants, with that much on it. */
  record Opening(String home, String id, String currency, long balanceMinor) {}

  Story(long seed, Homes homes, Purse purse) {
    this.seed = seed;
    this.random = new Random(seed * 7_919);
    this.homes = homes;
    this.purse = purse;
  }

  String name() {
    return "seed" + seed + "-";
  }

  /** Two accounts in each home; at the edge, one of them has everything. */
  List<Opening> openings() {
    List<Opening> openings = new ArrayList<>();
    for (String region : Homes.REGIONS) {
      for (int i = 0; i < 2; i++) {
        String id = homes.of(region).ids().account();
        accounts.computeIfAbsent(region, any -> new ArrayList<>()).add(id);
        long balance = purse.isEdge() ? 0 : random.nextLong(purse.mostMinor());
        openings.add(new Opening(region, id, purse.currency(), balance));
      }
    }
    if (purse.isEdge()) {
      int rich = random.nextInt(openings.size());
      Opening all = openings.get(rich);
      long balance = Long.MAX_VALUE - random.nextInt(3);
      openings.set(rich, new Opening(all.home(), all.id(), all.currency(), balance));
    }
    for (int i = 0; i < INTENTS; i++) {
      ask(name() + i);
    }
    return openings;
  }

  private void ask(String id) {
    Intent intent = intent(id);
    String home = homes.of("eu").home().resolver().homeOf(intent.payer());
    String origin = anyRegion();
    PayCommand pay = PayCommand.of(id + "/a", intent).from(origin);
    add(pay.paymentId(), home, n -> pay.attempt(n).message(), 0);
    if (random.nextInt(3) == 0) {
      // one region makes one payment of a request key, so the other one is another region's
      PayCommand other = pay.paymentId(id + "/b").from(anyRegionBut(origin));
      add(other.paymentId(), home, n -> other.attempt(n).message(), 0);
    }
    if (random.nextInt(4) == 0) {
      PayCommand other = pay.paymentId(id + "/c").requestKey("rk-2");
      add(other.paymentId(), home, n -> other.attempt(n).message(), random.nextInt(6));
    }
    if (random.nextInt(6) == 0) {
      long amount = intent.amountMinor() == 1 ? 2 : intent.amountMinor() - 1;
      PayCommand other = pay.intent(Commands.withAmount(intent, amount)).paymentId(id + "/d");
      String key = random.nextBoolean() ? "rk-1" : "rk-4";
      PayCommand conflicting = other.requestKey(key).from(anyRegion());
      add(conflicting.paymentId(), home, n -> conflicting.attempt(n).message(), 0);
    }
    askBack(id, intent, home);
  }

  private void askBack(String id, Intent intent, String home) {
    for (int i = 0; i < random.nextInt(4); i++) {
      long part = 1 + random.nextLong(intent.amountMinor());
      RefundCommand refund =
          RefundCommand.of(id + "/r" + i, id + "/a", intent, part).from(anyRegion());
      int after = random.nextInt(10);
      add(refund.refundId(), home, n -> refund.attempt(n).message(), after);
      if (random.nextInt(3) == 0) {
        RefundCommand again = refund.refundId(id + "/s" + i).from(anyRegion());
        RefundCommand other = random.nextBoolean() ? again : again.requestKey("rk-o" + i);
        add(other.refundId(), home, n -> other.attempt(n).message(), after);
      }
    }
    for (int i = 0; i < random.nextInt(3); i++) {
      CancelCommand cancel = CancelCommand.of(id + "/x" + i, id + "/a", intent).from(anyRegion());
      add(cancel.cancelId(), home, n -> cancel.attempt(n).message(), random.nextInt(12));
    }
  }

  private Intent intent(String reference) {
    List<String> payers = accountsOf(anyRegion());
    List<String> payees = accountsOf(anyRegion());
    int payer = random.nextInt(2);
    long amount =
        purse.isEdge() && random.nextInt(4) > 0
            ? Long.MAX_VALUE - random.nextInt(3)
            : 1 + random.nextLong(Math.min(purse.mostMinor(), 200));
    return new Intent(
        "shop", reference, payers.get(payer), payees.get(1 - payer), amount, purse.currency());
  }

  private List<String> accountsOf(String region) {
    return Objects.requireNonNull(accounts.get(region), region);
  }

  private String anyRegion() {
    return Homes.REGIONS.get(random.nextInt(Homes.REGIONS.size()));
  }

  private String anyRegionBut(String region) {
    List<String> others = Homes.REGIONS.stream().filter(each -> !each.equals(region)).toList();
    return others.get(random.nextInt(others.size()));
  }

  private void add(String id, String home, IntFunction<Message> message, int after) {
    wishes.put(id, new Wish(home, message, after));
  }

  /** Accounts freeze, close and open again; payees spend what they got. */
  void live(int round) throws SQLException {
    if (round < STATES_CHANGE_UNTIL && random.nextInt(4) == 0) {
      String region = anyRegion();
      String account = accountsOf(region).get(random.nextInt(2));
      homes.of(region).setState(account, STATES.get(random.nextInt(STATES.size())));
    }
    if (round < MONEY_LEAVES_UNTIL && random.nextInt(12) == 0) {
      String region = anyRegion();
      String account = accountsOf(region).get(random.nextInt(2));
      homes.of(region).withdraw(account, name() + round, 1 + random.nextLong(purse.mostMinor()));
    }
  }

  /** What the origins send now. */
  void send(Road road, Results results, int round) {
    wishes.forEach(
        (id, wish) -> {
          boolean due = round == wish.after() || (round > wish.after() && random.nextInt(3) == 0);
          if (due && !results.has(id)) {
            road.put(wish.home(), wish.message().apply(1 + round));
          }
        });
  }

  /** Everything once more, answered or not. */
  void sendAll(Road road) {
    wishes.values().forEach(wish -> road.put(wish.home(), wish.message().apply(99)));
  }

  boolean isAnswered(Results results) {
    return wishes.keySet().stream().allMatch(results::has);
  }

  void assertAnswered(Results results) {
    assertThat(wishes.keySet().stream().filter(id -> !results.has(id)))
        .as("seed %d: never answered", seed)
        .isEmpty();
  }
}
