package dev.meridian.ledger;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;

/** A ledger's HTTP, as its clients call it. */
record LedgerHttp(int port) {

  String open(String kind, String currency) {
    return post("/accounts", "{\"kind\":\"%s\",\"currency\":\"%s\"}".formatted(kind, currency))
        .statusCode(201)
        .header("Location", containsString("/accounts/acc-eu-"))
        .body("balanceMinor", equalTo(0))
        .extract()
        .path("id");
  }

  ValidatableResponse openUnder(String key, String kind, String currency) {
    return rest()
        .header("Idempotency-Key", key)
        .contentType("application/json")
        .body("{\"kind\":\"%s\",\"currency\":\"%s\"}".formatted(kind, currency))
        .post("/accounts")
        .then();
  }

  ValidatableResponse fund(String id, String reference, String amountMinor) {
    return post("/accounts/" + id + "/fundings", transfer(reference, amountMinor));
  }

  ValidatableResponse withdraw(String id, String reference, String amountMinor) {
    return post("/accounts/" + id + "/withdrawals", transfer(reference, amountMinor));
  }

  ValidatableResponse change(String id, String change) {
    return post(
        "/accounts/" + id + "/state-changes",
        "{\"change\":\"%s\",\"askedBy\":\"ann\",\"reason\":\"asked to\"}".formatted(change));
  }

  ValidatableResponse post(String path, String json) {
    return rest().contentType("application/json").body(json).post(path).then();
  }

  RequestSpecification rest() {
    return given().port(port);
  }

  static ValidatableResponse problem(ValidatableResponse response, int status) {
    return response
        .statusCode(status)
        .contentType(startsWith("application/problem+json"))
        .body("status", equalTo(status));
  }

  private static String transfer(String reference, String amountMinor) {
    return "{\"reference\":\"%s\",\"amountMinor\":%s}".formatted(reference, amountMinor);
  }
}
