package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.RegionRegistry;
import dev.meridian.ledger.reconciliation.Difference;
import dev.meridian.ledger.reconciliation.Reconciliation;
import dev.meridian.ledger.reconciliation.Report;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.Pay;
import dev.meridian.messages.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sound books have no difference, also while others book; each damage is found and named. */
final class ReconciliationIT {
  private static final int BATCHES = 40;

  private TestHome eu;
  private Reconciliation reconciliation;
  private String payer;
  private String payee;

  @BeforeEach
  void books() throws SQLException {
    eu = TestHome.fresh("eu");
    reconciliation = new Reconciliation("eu", eu.unitOfWork(), Duration.ofMinutes(5));
    payer = eu.account(1_000);
    payee = eu.account(0);
    eu.book(
        pay("home", payee, 10),
        pay("away", account("us"), 20),
        Commands.creditLeg("arrived", CreditPurpose.PAYMENT, payee, "us", 30),
        Commands.creditLeg("refused", CreditPurpose.PAYMENT, eu.ids().account(), "us", 40));
  }

  @Test
  void run_soundBooks_findsNothing() throws SQLException {
    Report report = report();

    assertThat(report.results())
        .extracting(Report.Result::check)
        .containsExactly("entry", "account", "leg", "pair");
    assertThat(report.results()).allSatisfy(r -> assertThat(r.shown()).isEmpty());
    assertThat(report.results()).allSatisfy(r -> assertThat(r.checked()).isPositive());
    assertThat(report.differences()).isZero();
    assertThat(reconciliation.latest()).contains(report);
  }

  @Test
  void run_whileOthersBook_seesOneMoment() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<?>> writers = new ArrayList<>();
    for (String writer : List.of("a", "b")) {
      writers.add(
          threads.submit(
              () -> {
                for (int i = 0; i < BATCHES; i++) {
                  List<Message> batch =
                      List.of(
                          pay(writer + i, payee, 1), pay(writer + "-away" + i, account("us"), 1));
                  eu.unitOfWork().inTransaction(c -> eu.booking().book(c, batch));
                }
                return null;
              }));
    }

    long differences = 0;
    int runs = 0;
    while (!writers.stream().allMatch(Future::isDone)) {
      differences += report().differences();
      runs++;
    }

    for (Future<?> writer : writers) {
      writer.get(1, TimeUnit.MINUTES);
    }
    threads.shutdown();
    assertThat(runs).isPositive();
    assertThat(differences).isZero();
    assertThat(report().differences()).isZero();
  }

  @Test
  void run_whileAnotherRuns_isEmpty() throws SQLException {
    Optional<Report> second =
        eu.unitOfWork()
            .inTransaction(
                c -> {
                  lockAsOneThatRuns(c);
                  return reconciliation.run();
                });

    assertThat(second).isEmpty();
    assertThat(reconciliation.latest()).isEmpty();
  }

  private static void lockAsOneThatRuns(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "select pg_advisory_xact_lock(hashtextextended('meridian: reconciliation', 0))");
    }
  }

  @Test
  void run_postingOffByOne_namesEntryAndAccount() throws SQLException {
    String entry = entryOf("home");
    eu.damage("update posting set amount_minor = amount_minor + 1 where amount_minor = 10");

    assertThat(found("entry"))
        .containsExactly(
            new Difference(entry, "doesn't sum to zero", "0", "EUR 1", List.of(entry)));
    assertThat(found("account"))
        .singleElement()
        .satisfies(d -> assertThat(d.subject()).isEqualTo(payee))
        .satisfies(d -> assertThat(d.expected()).isEqualTo("41"))
        .satisfies(d -> assertThat(d.actual()).isEqualTo("40"))
        .satisfies(d -> assertThat(d.entryIds().get(0)).isEqualTo(entry));
  }

  @Test
  void run_entryWithoutPostingsAndPostingWithoutEntry_namesBoth() throws SQLException {
    String entry = entryOf("home");
    eu.damage(
        "insert into entry (id, kind, business_key, cause, at) values ('hollow', 'PAY', 'b', 'c', now())",
        "delete from entry where id = '" + entry + "'");

    assertThat(found("entry"))
        .extracting(Difference::what)
        .containsExactlyInAnyOrder("fewer than two postings", "postings without their entry");
    assertThat(found("entry"))
        .extracting(Difference::subject)
        .containsExactlyInAnyOrder("hollow", entry);
  }

  @Test
  void run_balanceChangedByHand_namesTheAccountAndItsLastEntries() throws SQLException {
    eu.damage("update account set balance_minor = balance_minor + 7 where id = '" + payee + "'");

    assertThat(found("account"))
        .singleElement()
        .satisfies(d -> assertThat(d.subject()).isEqualTo(payee))
        .satisfies(d -> assertThat(d.what()).contains("sum of the postings"))
        .satisfies(d -> assertThat(d.entryIds()).hasSize(2));
    assertThat(found("entry")).isEmpty();
  }

  @Test
  void run_postingGone_namesTheGap() throws SQLException {
    String entry = entryOf("home");
    eu.damage("delete from posting where entry_id = '" + entry + "'");

    assertThat(found("account"))
        .extracting(Difference::subject)
        .containsExactlyInAnyOrder(payer, payee);
    assertThat(found("entry")).extracting(Difference::subject).containsExactly(entry);
  }

  @Test
  void run_runningBalanceOrNumberChanged_namesThePosting() throws SQLException {
    String entry = entryOf("home");
    eu.damage(
        "update posting set balance_after_minor = 11 where balance_after_minor = 10",
        "update posting set number = 9 where account_id = '" + payer + "' and number = 3");

    assertThat(found("account"))
        .hasSize(2)
        .anySatisfy(d -> assertThat(d.what()).contains("running balance"))
        .anySatisfy(d -> assertThat(d.what()).contains("numbered"))
        .anySatisfy(d -> assertThat(d.entryIds().get(0)).isEqualTo(entry))
        .anySatisfy(d -> assertThat(d.entryIds().get(0)).isEqualTo(entryOf("away")));
  }

  @Test
  void run_twoRunningBalancesExchanged_namesThePostings() throws SQLException {
    eu.damage(
        "update posting set balance_after_minor = 50 - balance_after_minor where account_id = '"
            + payee
            + "'");

    assertThat(found("account"))
        .singleElement()
        .satisfies(d -> assertThat(d.subject()).isEqualTo(payee))
        .satisfies(d -> assertThat(d.what()).contains("running balance"))
        .satisfies(d -> assertThat(d.expected()).isNotEqualTo(d.actual()))
        .satisfies(d -> assertThat(d.entryIds()).hasSize(2));
  }

  @Test
  void run_legAnswerForgotten_namesLegPairAndEntry() throws SQLException {
    eu.damage("delete from leg_outcome where amount_minor = 30");

    assertThat(found("leg"))
        .singleElement()
        .satisfies(d -> assertThat(d.expected()).isEqualTo("0"))
        .satisfies(d -> assertThat(d.actual()).isEqualTo("-30"))
        .satisfies(d -> assertThat(d.entryIds()).hasSize(1));
    assertThat(found("pair"))
        .singleElement()
        .satisfies(d -> assertThat(d.subject()).isEqualTo("us EUR"))
        .satisfies(d -> assertThat(d.expected()).isEqualTo("20"))
        .satisfies(d -> assertThat(d.actual()).isEqualTo("-10"));
  }

  @Test
  void run_legSaidToBeReturnedThatWasNot_isNamed() throws SQLException {
    eu.damage(
        "update payment_leg set state = 'RETURNED', settled_at = now(), answer_message_id = 'x'");

    assertThat(found("leg"))
        .singleElement()
        .satisfies(d -> assertThat(d.what()).contains("without a leg"))
        .satisfies(d -> assertThat(d.entryIds()).containsExactly(entryOf("away")));
  }

  @Test
  void run_clearingBalanceChanged_isAnAccountsAndAPairs() throws SQLException {
    eu.damage("update account set balance_minor = balance_minor + 1 where kind = 'CLEARING'");

    assertThat(found("pair")).hasSize(1);
    assertThat(found("account")).isNotEmpty();
    assertThat(found("leg")).isEmpty();
  }

  @Test
  void run_clientBelowZero_isNamed() throws SQLException {
    eu.damage(
        "alter table account drop constraint account_balance_not_negative",
        "update posting set amount_minor = -2000 where account_id = '" + payer + "' and number = 3",
        "update account set balance_minor = -1010 where id = '" + payer + "'",
        "update posting set balance_after_minor = -1010 where account_id = '"
            + payer
            + "' and number = 3");

    assertThat(found("account")).extracting(Difference::what).containsExactly("below zero");
  }

  private Report report() throws SQLException {
    return reconciliation.run().orElseThrow();
  }

  private List<Difference> found(String check) throws SQLException {
    Report.Result result =
        report().results().stream().filter(r -> r.check().equals(check)).findAny().orElseThrow();
    assertThat(result.differences()).isEqualTo(result.shown().size());
    return result.shown();
  }

  private String entryOf(String payment) throws SQLException {
    return eu.text("select id from entry where payment_id = '%s'".formatted(paymentId(payment)));
  }

  private static String paymentId(String id) {
    return ((Pay) Commands.PayCommand.of(id, Commands.intent(id, "a", "b", 1)).message().body())
        .paymentId();
  }

  private Message pay(String id, String to, long amountMinor) {
    return Commands.PayCommand.of(id, Commands.intent(id, payer, to, amountMinor)).message();
  }

  private static String account(String region) {
    return new LedgerIds(
            RegionRegistry.parse(TestHome.REGIONS).region(region), new InMemoryBlockStore())
        .account();
  }
}
