package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.balancecopy.BalanceCopies;
import dev.meridian.ledger.balancecopy.BalanceCopies.Told;
import dev.meridian.ledger.balancecopy.BalanceCopy;
import dev.meridian.ledger.balancecopy.BalancePublisher;
import dev.meridian.messages.Body.AccountBalance;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a home tells of its balances, and what another region keeps of it. */
final class BalanceCopiesIT {
  private static final long SEED = 20261129;
  private static final Instant NOON = Instant.parse("2026-11-01T12:00:00Z");

  private TestHome eu;
  private TestHome us;
  private BalancePublisher publisher;
  private BalanceCopies copies;

  @BeforeEach
  void homes() throws SQLException {
    eu = TestHome.fresh("eu");
    us = TestHome.fresh("us");
    publisher = new BalancePublisher(eu.home(), eu.ids(), eu.unitOfWork(), Duration.ofHours(24));
    copies = new BalanceCopies(us.home());
  }

  @Test
  void tellDue_severalBookingsOfAnAccount_isOneMessageWithTheLatest() throws SQLException {
    String account = eu.account(5);
    eu.fund(account, "more", 6);

    assertThat(publisher.tellDue()).isEqualTo(1);

    assertThat(eu.takeBodies()).containsExactly(new AccountBalance(account, "eu", "EUR", 11, 2));
    assertThat(publisher.tellDue()).isZero();
  }

  @Test
  void tellDue_bookingThatWasRolledBack_tellsNothing() throws SQLException {
    String account = eu.account(5);
    publisher.tellDue();
    eu.take();

    Optional<String> failed = Optional.empty();
    try {
      eu.unitOfWork()
          .inTransaction(
              c -> {
                eu.booking().book(c, List.of(pay("rolled-back", account, eu.account(0))));
                throw new IllegalStateException("rolled back");
              });
    } catch (IllegalStateException meant) {
      failed = Optional.of(String.valueOf(meant.getMessage()));
    }

    assertThat(failed).contains("rolled back");
    assertThat(publisher.tellDue()).isZero();
  }

  @Test
  void noteAgain_calledAsOftenAsThereAreAccounts_tellsEachOnce() throws SQLException {
    List<String> accounts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      accounts.add(eu.account(0));
    }

    for (int i = 0; i < accounts.size(); i++) {
      publisher.noteAgain();
    }
    publisher.tellDue();

    assertThat(eu.takeBodies())
        .extracting(body -> ((AccountBalance) body).accountId())
        .containsExactlyInAnyOrderElementsOf(accounts);
  }

  @Test
  void tellDue_whileOthersBook_leavesNoChangeUntold() throws Exception {
    List<String> accounts = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      accounts.add(eu.account(10_000));
    }
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<?>> writers = new ArrayList<>();
    for (int writer = 0; writer < 3; writer++) {
      Random random = new Random(SEED + writer);
      String name = "told-" + writer;
      writers.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 60; i++) {
                  List<String> pair = new ArrayList<>(accounts);
                  Collections.shuffle(pair, random);
                  var pay = pay(name + "-" + i, pair.get(0), pair.get(1));
                  eu.unitOfWork().inTransaction(c -> eu.booking().book(c, List.of(pay)));
                }
                return null;
              }));
    }
    while (!writers.stream().allMatch(Future::isDone)) {
      publisher.tellDue();
    }
    for (Future<?> writer : writers) {
      writer.get(1, TimeUnit.MINUTES);
    }
    threads.shutdown();
    publisher.tellDue();

    keepInAnyOrder(told());

    for (String account : accounts) {
      assertThat(copy(account).balanceMinor()).isEqualTo(eu.balance(account));
      assertThat(copy(account).version())
          .isEqualTo(eu.number("select version from account where id = '" + account + "'"));
    }
  }

  /** Each twice, shuffled, in batches. */
  private void keepInAnyOrder(List<Told> told) throws SQLException {
    List<Told> deliveries = new ArrayList<>(told);
    deliveries.addAll(told);
    Collections.shuffle(deliveries, new Random(SEED));
    for (int from = 0; from < deliveries.size(); from += 7) {
      keep(deliveries.subList(from, Math.min(from + 7, deliveries.size())));
    }
  }

  @Test
  void keep_olderVersion_changesNothing() throws SQLException {
    String account = eu.account(0);
    keep(List.of(told(account, 70, 7, NOON)));

    int kept = keep(List.of(told(account, 60, 6, NOON.plusSeconds(60))));

    assertThat(kept).isZero();
    assertThat(copy(account))
        .isEqualTo(new BalanceCopy(account, "eu", "EUR", 70, 7, NOON, NOON.plusSeconds(60)));
  }

  @Test
  void keep_sameVersionToldAgain_isAsOfTheLaterTime() throws SQLException {
    String account = eu.account(0);
    keep(List.of(told(account, 70, 7, NOON.plusSeconds(60))));

    keep(List.of(told(account, 70, 7, NOON.plusSeconds(90)), told(account, 70, 7, NOON)));

    assertThat(copy(account).asOf()).isEqualTo(NOON.plusSeconds(90));
  }

  @Test
  void admits_ownUnknownOrWrongHome_isFalse() throws SQLException {
    String european = eu.ids().account();

    assertThat(copies.admits(balance(european, "eu"))).isTrue();
    assertThat(copies.admits(balance(us.ids().account(), "us"))).isFalse();
    assertThat(copies.admits(balance(european, "cn"))).isFalse();
    assertThat(copies.admits(balance(us.ids().account(), "eu"))).isFalse();
    assertThat(copies.admits(balance("external:EUR", "eu"))).isFalse();
    assertThat(copies.admits(balance(european, "xx"))).isFalse();
  }

  @Test
  void find_neverToldOf_isEmpty() throws SQLException {
    String account = eu.ids().account();

    Optional<BalanceCopy> found = us.unitOfWork().inTransaction(c -> copies.find(c, account));

    assertThat(found).isEmpty();
  }

  private static Message pay(String id, String payer, String payee) {
    return Commands.PayCommand.of(id, Commands.intent(id, payer, payee, 1)).message();
  }

  private List<Told> told() throws SQLException {
    return eu.take().stream()
        .filter(sent -> sent.topic().equals("balances.eu"))
        .map(sent -> new Told((AccountBalance) sent.body(), sent.message().envelope().occurredAt()))
        .toList();
  }

  private static Told told(String account, long balanceMinor, long version, Instant asOf) {
    return new Told(new AccountBalance(account, "eu", "EUR", balanceMinor, version), asOf);
  }

  private static AccountBalance balance(String account, String home) {
    return new AccountBalance(account, home, "EUR", 1, 1);
  }

  private int keep(List<Told> told) throws SQLException {
    return us.unitOfWork().inTransaction(c -> copies.keep(c, told));
  }

  private BalanceCopy copy(String account) throws SQLException {
    return us.unitOfWork().inTransaction(c -> copies.find(c, account)).orElseThrow();
  }
}
