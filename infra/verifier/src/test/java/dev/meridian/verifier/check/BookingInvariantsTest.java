package dev.meridian.verifier.check;

import static dev.meridian.verifier.check.SmallSystem.ACROSS;
import static dev.meridian.verifier.check.SmallSystem.LOCAL;
import static dev.meridian.verifier.check.SmallSystem.NOW;
import static dev.meridian.verifier.check.SmallSystem.REFUSED;
import static dev.meridian.verifier.check.SmallSystem.REPEAT;
import static dev.meridian.verifier.check.SmallSystem.RETURNED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Invariants 1, 2, 3, 4, 9 and 10 on hand-made digests, whole and damaged. */
class BookingInvariantsTest {
  private final SmallSystem system = SmallSystem.consistent();

  @Test
  void check_consistentSystem_passesAndChecksSomethingEverywhere() {
    Report report = system.check();

    assertThat(report.passed()).as(report.toString()).isTrue();
    assertThat(report.judgements()).hasSize(13).allMatch(judgement -> judgement.checked() > 0);
  }

  @Test
  void check_intentBookedInTwoHomes_failsOne() {
    system.add("us", Table.OUTCOME, SmallSystem.outcome(LOCAL, "BOOKED"));

    Judged.failsOnly(system.check(), 1, "bk-" + LOCAL);
  }

  @Test
  void check_secondEntryWithoutOutcome_failsOneAndNine() {
    system.add("eu", Table.ENTRY, SmallSystem.entry("ent-again", "PAY", LOCAL, "", 100));

    Report report = system.check();

    assertThat(Judged.broken(report)).containsExactly(1, 9);
    assertThat(report.of(1).findings()).allMatch(f -> f.key().equals("bk-" + LOCAL)).hasSize(2);
  }

  @Test
  void check_bookedAgainAfterReturn_passesOne() {
    Row.Entry again = SmallSystem.entry("ent-again", "PAY", RETURNED, "", 50);
    system.add("eu", Table.ENTRY, again);

    assertThat(system.check().of(1).passed()).isTrue();
  }

  @Test
  void check_unbalancedEntry_failsTwo() {
    system.change(
        "eu",
        Table.ENTRY,
        e -> e.id().equals("ent-local"),
        e ->
            new Row.Entry(
                e.id(),
                e.kind(),
                e.businessKey(),
                e.paymentId(),
                e.legId(),
                e.at(),
                2,
                7,
                100,
                e.currency()));

    Judged.failsOnly(system.check(), 2, "ent-local");
  }

  @Test
  void check_entryWithOnePosting_failsTwo() {
    system.change(
        "us",
        Table.ENTRY,
        e -> e.id().equals("ent-credit"),
        e ->
            new Row.Entry(
                e.id(),
                e.kind(),
                e.businessKey(),
                e.paymentId(),
                e.legId(),
                e.at(),
                1,
                0,
                250,
                e.currency()));

    Judged.failsOnly(system.check(), 2, "ent-credit");
  }

  @Test
  void check_postingsWithoutEntry_failsTwo() {
    system.add(
        "us", Table.ENTRY, new Row.Entry("ent-?", null, null, null, null, null, 2, 0, 5, "EUR"));

    Judged.failsOnly(system.check(), 2, "ent-?");
  }

  @Test
  void check_balanceBesidePostings_failsThree() {
    changeBalance("acc-eu-alice", 651, 650);
    changeBalance("acc-eu-bob", 99, 100);

    Judged.failsOnly(system.check(), 3, "acc-eu-alice");
  }

  @Test
  void check_customerBelowZero_failsThree() {
    changeBalance("acc-eu-alice", -1, -1);
    changeBalance("acc-eu-bob", 751, 751);

    Judged.failsOnly(system.check(), 3, "acc-eu-alice");
  }

  @Test
  void check_legBookedOverAnotherAmount_failsFour() {
    system.change(
        "eu",
        Table.PAYMENT_LEG,
        l -> l.state().equals("SETTLED"),
        l -> SmallSystem.leg(ACROSS, "SETTLED", 251));

    Judged.failsOnly(system.check(), 4, ACROSS + "/credit");
  }

  @Test
  void check_settledLegThatNobodyBooked_failsFour() {
    system.remove("us", Table.LEG_OUTCOME, o -> o.status().equals("BOOKED"));

    Judged.failsOnly(system.check(), 4, ACROSS + "/credit");
  }

  @Test
  void check_returnedLegThatWasNotRefused_failsFour() {
    system.remove("us", Table.LEG_OUTCOME, o -> o.status().equals("REFUSED"));

    Judged.failsOnly(system.check(), 4, RETURNED + "/credit");
  }

  @Test
  void check_creditNobodyDebited_failsFour() {
    system.add("us", Table.LEG_OUTCOME, SmallSystem.legOutcome("pay-eu-9", "REFUSED", 1));

    Judged.failsOnly(system.check(), 4, "pay-eu-9/credit");
  }

  @Test
  void check_clearingThatLegsDoNotExplain_failsFour() {
    system.change(
        "eu",
        Table.ACCOUNT,
        a -> a.id().startsWith("clearing"),
        a -> SmallSystem.account(a.id(), "CLEARING", 240));
    changeBalance("acc-eu-bob", 110, 110);

    Judged.failsOnly(system.check(), 4, "clearing:us:EUR");
  }

  @Test
  void check_openLegYoungerThanCut_isLeftOut() {
    openLeg();

    Report quiet = system.check();
    Report running = Verifier.check(system.digests(), Expectations.running(Duration.ofMinutes(11)));

    assertThat(Judged.broken(quiet)).containsExactly(4, 7);
    assertThat(running.passed()).as(running.toString()).isTrue();
    assertThat(running.of(4).remarks()).anyMatch(remark -> remark.contains("left out"));
  }

  @Test
  void check_settledPaymentWithoutEntry_failsNine() {
    system.remove("eu", Table.ENTRY, e -> e.id().equals("ent-local"));

    Judged.failsOnly(system.check(), 9, LOCAL);
  }

  @Test
  void check_anotherFingerprintAtHome_failsNine() {
    system.change(
        "eu",
        Table.OUTCOME,
        o -> o.paymentId().equals(LOCAL),
        o ->
            new Row.Outcome(
                o.kind(),
                o.businessKey(),
                o.requestKey(),
                "ff112233445566778899aabbccddeeff",
                1,
                o.outcome(),
                o.entryId(),
                o.paymentId(),
                o.originRegion(),
                o.at()));

    Judged.failsOnly(system.check(), 9, LOCAL);
  }

  @Test
  void check_rejectedPaymentWithEntry_failsNine() {
    system.add("eu", Table.ENTRY, SmallSystem.entry("ent-wrong", "PAY", REFUSED, "", 9_999));

    Judged.failsOnly(system.check(), 9, REFUSED);
  }

  @Test
  void check_entryWhosePaymentIsGone_failsNine() {
    system.remove("eu", Table.PAYMENT, p -> p.id().equals(LOCAL));
    system.remove("eu", Table.HISTORY, h -> h.paymentId().equals(LOCAL));

    Report report = system.check();

    assertThat(Judged.broken(report)).containsExactly(6, 9);
    assertThat(report.of(9).findings()).anyMatch(f -> f.key().contains("ent-local"));
    assertThat(report.of(9).findings()).anyMatch(f -> f.key().contains(REPEAT));
  }

  @Test
  void check_askerThatItsOriginDoesNotKnow_failsNine() {
    system.add(
        "eu",
        Table.ASKER,
        new Row.Asker("PaymentRequested", "bk", "rk", "pay-us-9", "us", SmallSystem.BEFORE));

    Judged.failsOnly(system.check(), 9, "pay-us-9");
  }

  @Test
  void check_moneyFromNowhere_failsTen() {
    changeBalance("acc-eu-bob", 105, 105);

    Judged.failsOnly(system.check(), 10, "EUR");
  }

  @Test
  void check_moneyFromOutsideWithoutFunding_failsTen() {
    changeBalance("external:EUR", -1_005, -1_005);
    changeBalance("acc-eu-bob", 105, 105);

    Judged.failsOnly(system.check(), 10, "EUR");
  }

  private void openLeg() {
    system.change(
        "eu",
        Table.PAYMENT_LEG,
        l -> l.paymentId().equals(ACROSS),
        l -> SmallSystem.leg(ACROSS, "DEBITED", 250));
    assertThat(SmallSystem.BEFORE).isBefore(NOW);
  }

  private void changeBalance(String account, long balance, long postings) {
    system.change(
        "eu",
        Table.ACCOUNT,
        a -> a.id().equals(account),
        a -> new Row.Account(a.id(), a.kind(), a.currency(), balance, postings));
  }
}
