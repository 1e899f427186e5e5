package dev.meridian.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Kills, stops and outages; each leaves the service running. {@link ServiceIT} runs it. */
abstract class StopsIT {
  private final RunningLedger ledger = RunningLedger.current();

  @Test
  void kill_underLoad_booksEachOnceAfterTheRestart() throws Exception {
    String payer = ledger.http().open("CUSTOMER", "EUR");
    String payee = ledger.http().open("MERCHANT", "EUR");
    ledger.http().fund(payer, "first", "100000").statusCode(201);
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      sent.add(ledger.pay(payer, payee, 1));
      ledger.send(sent.get(i));
    }
    RunningLedger.within(60)
        .until(() -> ledger.number("select count(*) from booking_outcome") > 100);

    ledger.service().kill();
    ledger.service().launch().awaitReady();

    sent.forEach(pay -> ledger.awaitAnswers(pay, 1));
    assertThat(ledger.booked(sent)).isEqualTo(sent.size());
    ledger.invariantsHold();
  }

  @Test
  void database_away_isWaitedForAndReadinessSaysSo() throws Exception {
    String payer = ledger.http().open("CUSTOMER", "EUR");
    String payee = ledger.http().open("MERCHANT", "EUR");
    ledger.http().fund(payer, "first", "100000").statusCode(201);
    ledger.postgres().stop();
    Message pay = ledger.pay(payer, payee, 1);
    ledger.send(pay);
    RunningLedger.within(60).until(() -> ledger.service().status("/q/health/ready") == 503);
    assertThat(ledger.service().status("/q/health/live")).isEqualTo(200);
    ledger
        .http()
        .rest()
        .get("/accounts/" + payer)
        .then()
        .statusCode(503)
        .contentType("application/problem+json")
        .header("Retry-After", "1");

    ledger.postgres().start();

    ledger.awaitAnswers(pay, 1);
    RunningLedger.within(60).until(() -> ledger.service().status("/q/health/ready") == 200);
    ledger.invariantsHold();
  }

  @Test
  void terminate_underLoad_endsInTimeAndLosesNothing() throws Exception {
    String payer = ledger.http().open("CUSTOMER", "EUR");
    String payee = ledger.http().open("MERCHANT", "EUR");
    ledger.http().fund(payer, "first", "100000").statusCode(201);
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      sent.add(ledger.pay(payer, payee, 1));
      ledger.send(sent.get(i));
    }

    ledger.service().terminate();
    int exitCode = ledger.service().exitCode(Duration.ofSeconds(30));

    assertThat(exitCode).isIn(0, 143);
    assertThat(ledger.service().output())
        .doesNotContain("pool is closed")
        .doesNotContain("wasn't committed");
    ledger.service().launch().awaitReady();
    sent.forEach(pay -> ledger.awaitAnswers(pay, 1));
    assertThat(ledger.booked(sent)).isEqualTo(sent.size());
    ledger.invariantsHold();
  }
}
