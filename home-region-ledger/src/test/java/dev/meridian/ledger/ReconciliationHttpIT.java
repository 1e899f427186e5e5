package dev.meridian.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;

import org.junit.jupiter.api.Test;

/** Reconciliation on demand, and its gauges. {@link ServiceIT} runs it. */
abstract class ReconciliationHttpIT {
  private final RunningLedger ledger = RunningLedger.current();

  @Test
  void reconciliation_onDemand_reportsAndShowsItsGauges() throws Exception {
    ledger.http().fund(ledger.http().open("CUSTOMER", "EUR"), "in", "5").statusCode(201);

    ledger
        .http()
        .post("/reconciliations", "")
        .statusCode(200)
        .body("home", equalTo("eu"))
        .body("differences", equalTo(0))
        .body("results.check", contains("entry", "account", "leg", "pair"));

    ledger.http().rest().get("/reconciliations/latest").then().statusCode(200);
    assertThat(ledger.http().rest().get("/q/metrics").asString())
        .contains("meridian_reconciliation_differences{check=\"entry\"} 0.0")
        .containsPattern("meridian_reconciliation_checked\\{check=\"account\"} [1-9]")
        .contains("meridian_reconciliation_age_seconds ");
  }

  @Test
  void reconciliation_damagedBooks_namesTheEntriesAndRaisesTheGauge() throws Exception {
    String id = ledger.http().open("CUSTOMER", "EUR");
    String entry = ledger.http().fund(id, "in", "5").statusCode(201).extract().path("entryId");
    String change = "update account set balance_minor = balance_minor + %d where id = '%s'";
    ledger.execute(change.formatted(1, id));

    ledger
        .http()
        .post("/reconciliations", "")
        .statusCode(200)
        .body("differences", equalTo(1))
        .body("results[1].shown[0].subject", equalTo(id))
        .body("results[1].shown[0].expected", equalTo("5"))
        .body("results[1].shown[0].actual", equalTo("6"))
        .body("results[1].shown[0].entryIds", contains(entry));
    assertThat(ledger.http().rest().get("/q/metrics").asString())
        .contains("meridian_reconciliation_differences{check=\"account\"} 1.0");

    ledger.execute(change.formatted(-1, id));
    ledger.http().post("/reconciliations", "").body("differences", equalTo(0));
  }

  @Test
  void reconciliation_whileOneRuns_isAProblem() throws Exception {
    try (var connection = ledger.postgres().dataSource("ledger").getConnection();
        var statement = connection.createStatement()) {
      statement.execute("select pg_advisory_lock(hashtextextended('meridian: reconciliation', 0))");

      LedgerHttp.problem(ledger.http().post("/reconciliations", ""), 409);
    }
  }
}
