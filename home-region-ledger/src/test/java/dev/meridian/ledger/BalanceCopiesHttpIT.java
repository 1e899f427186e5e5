package dev.meridian.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;

import dev.meridian.messages.Body.AccountBalance;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Copies of other homes' balances, from Kafka to HTTP. {@link ServiceIT} runs it. */
abstract class BalanceCopiesHttpIT {
  private final RunningLedger ledger = RunningLedger.current();

  @Test
  void copy_toldByItsHome_isShownWithHomeTimeAndLag() {
    String id = RunningLedger.account("us");
    Instant asOf = Instant.now().minusSeconds(3_600);
    ledger.send("us.balances.us", told(id, "us", 3, 300, asOf));
    ledger.send("us.balances.us", told(id, "us", 2, 200, asOf.plusSeconds(60)));
    ledger.send("us.balances.us", told(id, "cn", 9, 900, asOf));

    RunningLedger.within(30)
        .untilAsserted(
            () ->
                ledger
                    .http()
                    .rest()
                    .get("/balance-copies/" + id)
                    .then()
                    .statusCode(200)
                    .body("home", equalTo("us"))
                    .body("currency", equalTo("EUR"))
                    .body("balanceMinor", equalTo(300))
                    .body("version", equalTo(3))
                    .body("asOf", containsString("T"))
                    .body("lagSeconds", greaterThan(3_000f)));
  }

  @Test
  void copy_thatIsNotThere_isAProblemThatSaysWhy() {
    String own = ledger.http().open("CUSTOMER", "EUR");

    LedgerHttp.problem(ledger.http().rest().get("/balance-copies/" + own).then(), 404)
        .body("detail", containsString("/accounts/" + own));
    LedgerHttp.problem(
            ledger.http().rest().get("/balance-copies/" + RunningLedger.account("cn")).then(), 404)
        .body("detail", containsString("nothing"));
    LedgerHttp.problem(ledger.http().rest().get("/balance-copies/nonsense").then(), 400);
  }

  @Test
  void balance_thatWasBooked_isToldToTheOthers() throws Exception {
    String id = ledger.http().open("CUSTOMER", "EUR");
    ledger.http().fund(id, "in", "7").statusCode(201);

    // the empty account may have been told of before
    RunningLedger.within(30)
        .untilAsserted(
            () ->
                assertThat(
                        ledger.texts(
                            """
                            select convert_from(payload, 'UTF8') from outbox
                             where topic = 'balances.eu' and sent_at is not null
                               and convert_from(record_key, 'UTF8') = '%s'
                             order by seq desc limit 1
                            """
                                .formatted(id)))
                    .singleElement()
                    .asString()
                    .contains("\"balanceMinor\":7", "\"version\":1"));
  }

  private static Message told(String id, String home, long version, long balance, Instant asOf) {
    Envelope envelope =
        new Envelope(
            "res-%s-%d".formatted(home, version),
            BusinessKey.of("balances", id, null, "balance"),
            "balance",
            asOf,
            home,
            1,
            null,
            "account");
    return new Message(envelope, new AccountBalance(id, home, "EUR", balance, version));
  }
}
