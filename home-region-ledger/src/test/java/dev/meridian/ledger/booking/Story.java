package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.DuplicateOf;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.Rejected;
import dev.meridian.messages.Body.Result;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One seed's payments between two homes, its origins, and its part of the road between them. */
final class Story {
  private static final int INTENTS = 6;
  private static final int LOSSES_END_AT = 8;
  private static final int DELAYS_END_AT = 10;
  private static final List<AccountState> STATES = List.of(AccountState.values());

  private final long seed;
  private final Random random;
  private final TestHome eu;
  private final TestHome us;
  private final List<String> europeans = new ArrayList<>();
  private final List<String> americans = new ArrayList<>();
  private final Map<String, PayCommand> unanswered = new LinkedHashMap<>();
  private final Map<String, Result> answers = new HashMap<>();
  private final List<Message> toEurope = new ArrayList<>();
  private final List<Message> toAmerica = new ArrayList<>();

  Story(long seed, TestHome eu, TestHome us) throws SQLException {
    this.seed = seed;
    this.random = new Random(seed);
    this.eu = eu;
    this.us = us;
    for (int i = 0; i < 2; i++) {
      europeans.add(eu.account(random.nextInt(200)));
      americans.add(us.account(random.nextInt(200)));
    }
    for (int i = 0; i < INTENTS; i++) {
      ask(wish(name() + i));
    }
  }

  String name() {
    return "seed" + seed + "-";
  }

  private Intent wish(String reference) {
    List<String> payers = random.nextBoolean() ? europeans : americans;
    List<String> payees = random.nextBoolean() ? europeans : americans;
    int payer = random.nextInt(2);
    return intent(reference, payers.get(payer), payees.get(1 - payer), 1L + random.nextInt(120));
  }

  /** Some intents are asked for twice: from two origins, under two keys, with two amounts. */
  private void ask(Intent wish) {
    String id = String.valueOf(wish.clientReference());
    add(PayCommand.of(id + "/a", wish));
    if (random.nextInt(3) == 0) {
      add(PayCommand.of(id + "/b", wish).from("us"));
    }
    if (random.nextInt(4) == 0) {
      add(PayCommand.of(id + "/c", wish).requestKey("rk-2"));
    }
    if (random.nextInt(6) == 0) {
      Intent other = Commands.withAmount(wish, wish.amountMinor() + 1);
      add(PayCommand.of(id + "/d", other).from("cn"));
    }
    if (random.nextInt(6) == 0) {
      Intent other = Commands.withAmount(wish, wish.amountMinor() + 1);
      add(PayCommand.of(id + "/e", other).requestKey("rk-2"));
    }
  }

  private void add(PayCommand pay) {
    unanswered.put(pay.paymentId(), pay);
  }

  /** Accounts freeze, close and open; origins send, and send again. */
  void begin(int round) throws SQLException {
    if (round < 4 && random.nextInt(3) == 0) {
      AccountState state = STATES.get(random.nextInt(STATES.size()));
      eu.setState(europeans.get(random.nextInt(2)), state);
      us.setState(americans.get(random.nextInt(2)), state);
    }
    for (PayCommand pay : unanswered.values()) {
      if (round == 0 || random.nextInt(3) == 0) {
        boolean european = europeans.contains(pay.intent().payer());
        put(european ? toEurope : toAmerica, pay.attempt(1 + round).message(), round);
      }
    }
  }

  /** What comes to a home now, in any order; the rest comes later. */
  List<Message> arriving(TestHome home, int round) {
    List<Message> road = home == eu ? toEurope : toAmerica;
    Collections.shuffle(road, random);
    int some = round < DELAYS_END_AT ? random.nextInt(road.size() + 1) : road.size();
    List<Message> batch = new ArrayList<>(road.subList(0, some));
    road.subList(0, some).clear();
    return batch;
  }

  boolean owns(TestHome.Sent sent) {
    return paymentId(sent.body()).startsWith(name());
  }

  private static String paymentId(Body body) {
    if (body instanceof CreditLeg leg) {
      return leg.paymentId();
    }
    return body instanceof LegAnswer answer ? answer.paymentId() : ((Result) body).paymentId();
  }

  void sent(TestHome.Sent sent, int round) {
    if (sent.body() instanceof Result result) {
      if (!lost(round)) {
        hear(result);
      }
    } else {
      put(sent.topic().equals("ledger-commands.eu") ? toEurope : toAmerica, sent.message(), round);
    }
  }

  private void put(List<Message> road, Message message, int round) {
    if (!lost(round)) {
      road.add(message);
    }
    if (random.nextInt(4) == 0) {
      road.add(message);
    }
  }

  /** Loss is at home in the first rounds; later the links are good and all comes to an end. */
  private boolean lost(int round) {
    return round < LOSSES_END_AT && random.nextInt(4) == 0;
  }

  private void hear(Result result) {
    assertThat(result)
        .as("seed %d", seed)
        .isInstanceOfAny(Settled.class, Rejected.class, DuplicateOf.class);
    Result before = answers.putIfAbsent(result.paymentId(), result);
    assertThat(result)
        .as("seed %d: another answer than before", seed)
        .isEqualTo(before == null ? result : before);
    unanswered.remove(result.paymentId());
  }

  boolean isOver() {
    return unanswered.isEmpty() && toEurope.isEmpty() && toAmerica.isEmpty();
  }

  void assertAnswered() {
    assertThat(unanswered.keySet()).as("seed %d: never answered", seed).isEmpty();
  }
}
