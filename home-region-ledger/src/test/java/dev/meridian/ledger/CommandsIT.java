package dev.meridian.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.Body;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Commands that come through Kafka, and their answers. {@link ServiceIT} runs it. */
abstract class CommandsIT {
  private final RunningLedger ledger = RunningLedger.current();

  @Test
  void commands_payAndBadOnes_areAnsweredAndParked() throws Exception {
    String payer = ledger.http().open("CUSTOMER", "EUR");
    String payee = ledger.http().open("MERCHANT", "EUR");
    ledger.http().fund(payer, "first", "100000").statusCode(201);
    long applied = counted("applied");
    long duplicates = counted("duplicate");
    long tombstones = counted("tombstone");
    Message good = ledger.pay(payer, payee, 100);
    ledger.send(good);
    ledger.sendRaw("{\"x\":");
    ledger.sendRaw(null);
    Message poor = ledger.pay(payee, payer, 1_000_000);
    ledger.send(poor);
    ledger.send(good);

    ledger.awaitAnswers(good, 2);
    ledger.awaitAnswers(poor, 1);

    assertThat(ledger.answers(good))
        .allSatisfy(a -> assertThat(a).isInstanceOf(Body.Settled.class));
    assertThat(ledger.answers(poor).get(0))
        .isEqualTo(
            new Body.Rejected(
                RunningLedger.paymentId(poor),
                1,
                ((Body.Pay) poor.body()).intent(),
                "INSUFFICIENT_FUNDS"));
    assertThat(counted("applied") - applied).isEqualTo(2);
    assertThat(counted("duplicate")).isGreaterThan(duplicates);
    assertThat(counted("tombstone")).isGreaterThan(tombstones);
    assertThat(
            ledger.texts(
                "select distinct reason from parked_message where payload = '%s'"
                    .formatted("{\"x\":")))
        .containsExactly("BAD_ENVELOPE");
    String metrics =
        ledger.http().rest().get("/q/metrics").then().statusCode(200).extract().asString();
    assertThat(metrics)
        .containsPattern(
            "meridian_processed_total\\{cause=\"redelivery\",channel=\"commands\",outcome=\"duplicate\",tier=\"ledger\"} [1-9]")
        .contains("meridian_open_legs{home=\"us\"} ");
  }

  private long counted(String outcome) throws SQLException {
    return ledger.number(
        "select coalesce(sum(n), 0) from delivery_count where outcome = '%s'".formatted(outcome));
  }

  @Test
  void commands_payeeElsewhere_sendTheLegAgainUntilItIsAnswered() throws Exception {
    String payer = ledger.http().open("CUSTOMER", "EUR");
    ledger.http().fund(payer, "first", "100000").statusCode(201);
    Message far = ledger.pay(payer, RunningLedger.account("us"), 70);
    ledger.send(far);

    RunningLedger.within(30)
        .until(
            () ->
                ledger.number(
                        "select count(*) from outbox where topic = 'ledger-commands.us' and attempt >= 2"
                            + " and convert_from(record_key, 'UTF8') = '"
                            + RunningLedger.paymentId(far)
                            + "'")
                    == 1);
    String key = far.envelope().businessKey().text();
    String leg =
        ledger.texts("select leg_id from payment_leg where business_key = '" + key + "'").get(0);
    ledger.send(
        new Message(
            far.envelope().followedBy("res-us-1"),
            new Body.LegAnswer(
                leg, RunningLedger.paymentId(far), Body.LegStatus.REFUSED, "UNKNOWN_PAYEE")));

    ledger.awaitAnswers(far, 1);
    assertThat(((Body.Rejected) ledger.answers(far).get(0)).reason()).isEqualTo("UNKNOWN_PAYEE");
    assertThat(ledger.number("select count(*) from open_message where answer_key = '" + leg + "'"))
        .isZero();
  }

  @Test
  void commit_failsOnce_isTriedAgainAndBooksOnce() throws Exception {
    String payer = ledger.http().open("CUSTOMER", "EUR");
    String payee = ledger.http().open("MERCHANT", "EUR");
    ledger.http().fund(payer, "first", "100000").statusCode(201);
    ledger.execute(
        """
        create sequence commits;
        create function fail_first_commit() returns trigger language plpgsql security definer as $$
        begin
          if nextval('commits') = 1 then raise exception 'not yet' using errcode = 'serialization_failure'; end if;
          return null;
        end $$;
        create constraint trigger fail_first after insert on entry deferrable initially deferred
          for each row execute function fail_first_commit()
        """);
    Message pay = ledger.pay(payer, payee, 1);

    ledger.send(pay);

    ledger.awaitAnswers(pay, 1);
    assertThat(ledger.answers(pay)).singleElement().isInstanceOf(Body.Settled.class);
    assertThat(ledger.number("select last_value from commits")).isEqualTo(2);
    ledger.execute("drop trigger fail_first on entry");
  }
}
