package dev.meridian.ledger;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.restassured.response.ValidatableResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Accounts over HTTP. {@link ServiceIT} runs it. */
abstract class AccountsHttpIT {
  private final RunningLedger ledger = RunningLedger.current();

  @Test
  void accounts_openFundAndRead_showTheBalance() {
    String id = ledger.http().open("CUSTOMER", "KWD");
    String entry =
        ledger
            .http()
            .fund(id, "salary-11", "1234")
            .statusCode(201)
            .extract()
            .path("entryId")
            .toString();

    ValidatableResponse repeated = ledger.http().fund(id, "salary-11", "1234");

    repeated.statusCode(200).body("entryId", equalTo(entry)).body("amountMinor", equalTo(1234));
    ledger
        .http()
        .rest()
        .get("/accounts/" + id)
        .then()
        .statusCode(200)
        .body("id", equalTo(id))
        .body("home", equalTo("eu"))
        .body("kind", equalTo("CUSTOMER"))
        .body("currency", equalTo("KWD"))
        .body("state", equalTo("OPEN"))
        .body("balanceMinor", equalTo(1234));
  }

  @Test
  void accounts_openedAgainUnderTheSameKey_areTheFirstOne() {
    String first =
        ledger.http().openUnder("key-1", "CUSTOMER", "EUR").statusCode(201).extract().path("id");

    ledger
        .http()
        .openUnder("key-1", "CUSTOMER", "EUR")
        .statusCode(200)
        .header("Idempotency-Replayed", "true")
        .header("Location", containsString(first))
        .body("id", equalTo(first));
    LedgerHttp.problem(ledger.http().openUnder("key-1", "MERCHANT", "EUR"), 422)
        .body("detail", containsString("CUSTOMER"));
    LedgerHttp.problem(ledger.http().openUnder("key-1", "CUSTOMER", "USD"), 422);
    LedgerHttp.problem(ledger.http().openUnder("a key", "CUSTOMER", "EUR"), 400)
        .body("detail", containsString("255"));
    LedgerHttp.problem(ledger.http().openUnder("k".repeat(256), "CUSTOMER", "EUR"), 400);
    ledger.http().openUnder("k".repeat(255), "CUSTOMER", "EUR").statusCode(201);
  }

  @Test
  void accounts_frozenClosedAndReopened_sayWhatTheyAllow() {
    String id = ledger.http().open("CUSTOMER", "EUR");
    ledger.http().fund(id, "in", "5").statusCode(201);

    ledger.http().change(id, "FREEZE").statusCode(201).body("state", equalTo("FROZEN"));

    ledger.http().change(id, "FREEZE").statusCode(200).body("state", equalTo("FROZEN"));
    LedgerHttp.problem(ledger.http().withdraw(id, "out", "5"), 409)
        .body("type", containsString("account-frozen"));
    LedgerHttp.problem(ledger.http().change(id, "REOPEN"), 409)
        .body("detail", containsString("FROZEN"));
    ledger.http().change(id, "UNFREEZE").statusCode(201).body("state", equalTo("OPEN"));
    ledger.http().withdraw(id, "out", "5").statusCode(201).body("amountMinor", equalTo(5));
    ledger.http().withdraw(id, "out", "5").statusCode(200);
    ledger.http().change(id, "CLOSE").statusCode(201).body("state", equalTo("CLOSED"));
    LedgerHttp.problem(ledger.http().fund(id, "late", "1"), 409)
        .body("type", containsString("account-closed"));
    ledger.http().rest().get("/accounts/" + id).then().body("state", equalTo("CLOSED"));
  }

  @Test
  void accounts_whatCantBeServed_isAProblemThatSaysWhy() {
    String payer = ledger.http().open("CUSTOMER", "EUR");
    ledger.http().fund(payer, "first", "100000").statusCode(201);
    LedgerHttp.problem(
            ledger.http().post("/accounts", "{\"kind\":\"CUSTOMER\",\"currency\":\"XXQ\"}"), 400)
        .body("detail", containsString("XXQ"));
    LedgerHttp.problem(
            ledger.http().post("/accounts", "{\"kind\":\"CLEARING\",\"currency\":\"EUR\"}"), 400)
        .body("detail", containsString("CUSTOMER"));
    LedgerHttp.problem(ledger.http().post("/accounts", "{\"kind\":\"CUSTOMER\"}"), 400);
    LedgerHttp.problem(
        ledger.http().post("/accounts", "{\"kind\":\"CUSTOMER\",\"currency\":978}"), 400);
    LedgerHttp.problem(ledger.http().post("/accounts", "{\"kind\":"), 400);
    LedgerHttp.problem(ledger.http().post("/accounts", ""), 400);
    LedgerHttp.problem(ledger.http().fund(payer, "second", "0"), 400);
    LedgerHttp.problem(ledger.http().fund(payer, "second", "-5"), 400);
    LedgerHttp.problem(ledger.http().fund(payer, "second", "1.5"), 400);
    LedgerHttp.problem(ledger.http().fund(payer, "second", "\"5\""), 400);
    LedgerHttp.problem(ledger.http().fund(payer, "second", "9223372036854775808"), 400);
    LedgerHttp.problem(
        ledger
            .http()
            .post("/accounts/" + payer + "/fundings", "{\"reference\":7,\"amountMinor\":1}"),
        400);
    for (String unstorable : List.of("\\u0000", "\\ud800", "a\\udc00b")) {
      LedgerHttp.problem(ledger.http().fund(payer, unstorable, "1"), 400)
          .body("detail", containsString("reference"));
    }
    LedgerHttp.problem(ledger.http().fund(payer, "first", "99999"), 422);
    LedgerHttp.problem(ledger.http().withdraw(payer, "w", "100001"), 422)
        .body("detail", containsString("100000"));
    ledger.http().rest().get("/suspense").then().statusCode(200);
    LedgerHttp.problem(
            ledger
                .http()
                .post(
                    "/suspense/ent-eu-none/releases",
                    "{\"accountId\":\"%s\",\"askedBy\":\"ann\",\"reason\":\"r\"}".formatted(payer)),
            404)
        .body("detail", containsString("ent-eu-none"));
    LedgerHttp.problem(ledger.http().change(payer, "MELT"), 400)
        .body("detail", containsString("FREEZE"));
    LedgerHttp.problem(
            ledger.http().post("/accounts/" + payer + "/state-changes", "{\"change\":\"FREEZE\"}"),
            400)
        .body("detail", containsString("askedBy"));
    LedgerHttp.problem(ledger.http().change(payer, "CLOSE"), 409)
        .body("detail", containsString("moveTo"));
    LedgerHttp.problem(ledger.http().change(RunningLedger.account("us"), "FREEZE"), 421);
    LedgerHttp.problem(ledger.http().change(RunningLedger.account("eu"), "FREEZE"), 404);
    LedgerHttp.problem(ledger.http().fund(payer, "too much", "9223372036854775807"), 422);
    LedgerHttp.problem(ledger.http().fund(RunningLedger.account("eu"), "second", "5"), 404);
    LedgerHttp.problem(
        ledger.http().rest().get("/accounts/" + RunningLedger.account("eu")).then(), 404);
    LedgerHttp.problem(
            ledger.http().rest().get("/accounts/" + RunningLedger.account("us")).then(), 421)
        .body("detail", containsString("region us"));
    LedgerHttp.problem(ledger.http().fund(RunningLedger.account("us"), "second", "5"), 421);
    LedgerHttp.problem(ledger.http().rest().get("/accounts/nonsense").then(), 400);
    LedgerHttp.problem(ledger.http().rest().get("/nothing/here").then(), 404);
    LedgerHttp.problem(ledger.http().rest().delete("/accounts/" + payer).then(), 405);
  }
}
