package dev.meridian.verifier.check;

import static dev.meridian.verifier.check.SmallSystem.ACROSS;
import static dev.meridian.verifier.check.SmallSystem.BEFORE;
import static dev.meridian.verifier.check.SmallSystem.LOCAL;
import static dev.meridian.verifier.check.SmallSystem.POISON;
import static dev.meridian.verifier.check.SmallSystem.RETURNED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Invariants 5 to 8 and 11 to 13 on hand-made digests, whole and damaged. */
class IntakeInvariantsTest {
  private final SmallSystem system = SmallSystem.consistent();

  @Test
  void check_everythingSentIsThere_passes() {
    Report report = checkSent();

    assertThat(report.passed()).as(report.toString()).isTrue();
    assertThat(report.of(5).checked()).isEqualTo(8);
  }

  @Test
  void check_sentPaymentIsNowhere_failsFive() {
    Sent more =
        consumer -> {
          SmallSystem.sent().each(consumer);
          consumer.accept(new SentRequest("us", SmallSystem.dedupKey(ACROSS), null, 1));
        };

    Report report = Verifier.check(system.digests(), Expectations.quiet().withSent(more));

    assertThat(Judged.broken(report)).containsExactly(5, 6);
    assertThat(report.of(5).findings())
        .singleElement()
        .matches(f -> f.key().equals(SmallSystem.dedupKey(ACROSS)) && f.region().equals("us"));
  }

  @Test
  void check_sentMessageIsParkedTwice_failsFive() {
    system.add(
        "eu",
        Table.PARKED,
        new Row.Parked("consumer", "other", POISON, "01", "BAD_TEXT", "payments.eu", 1, null));

    Judged.failsOnly(checkSent(), 5, POISON);
  }

  @Test
  void check_undecodableMessageParkedOnceWithoutFingerprint_passesFive() {
    byte[] value = {'{'};
    SentRequest broken = SentRequest.undecodable("us", value, 1);
    system.add(
        "us",
        Table.PARKED,
        new Row.Parked(
            "consumer", "region-consumer", broken.dedupKey(), "", "BROKEN_JSON", "x", 1, null));

    Report report = checkFive(broken);

    assertThat(report.of(5).passed()).as(report.toString()).isTrue();
  }

  @Test
  void check_readableMessageParkedByItsBytes_passesFive() {
    byte[] value = {'{', '}'};
    SentRequest refused = new SentRequest("us", "16:PaymentRequested,1:x,1:y,", "ff", 1);
    String hash = SentRequest.undecodable("us", value, 1).dedupKey();
    system.add(
        "us",
        Table.PARKED,
        new Row.Parked("consumer", "region-consumer", hash, "", "UNKNOWN_ACCOUNT", "x", 1, null));

    Report known = checkFive(refused.orParkedAs(value));
    Report unknown = checkFive(refused);

    assertThat(known.of(5).passed()).as(known.toString()).isTrue();
    assertThat(unknown.of(5).passed()).isFalse();
  }

  @Test
  void check_redrivenMessageHasPaymentAndClosedRow_passesFive() {
    system.add(
        "eu",
        Table.PARKED,
        new Row.Parked(
            "consumer",
            "other",
            SmallSystem.dedupKey(LOCAL),
            "00112233445566778899aabbccddeeff",
            "NOT_STORABLE",
            "payments.eu",
            1,
            BEFORE));

    assertThat(checkSent().passed()).isTrue();
  }

  @Test
  void check_recordPassedWithoutOutcome_failsFive() {
    system.change("us", Table.POSITION, p -> true, p -> SmallSystem.position("us", 2));
    system.change("us", Table.OFFSETS, o -> true, o -> SmallSystem.offsets("us", 2, 2));

    Report report = checkSent();

    Judged.failsOnly(report, 5, "region-consumer payments.us-0");
  }

  @Test
  void check_duplicateNotCounted_failsFiveAndSix() {
    countDuplicates(1);

    Report report = system.check();

    assertThat(Judged.broken(report)).containsExactly(5, 6);
    assertThat(report.of(6).findings()).anyMatch(f -> f.key().equals("duplicates"));
  }

  @Test
  void check_moreDuplicatesThanSent_failsSix() {
    countDuplicates(3);

    Judged.failsOnly(checkSent(), 6, "duplicates");
  }

  @Test
  void check_moreDuplicatesThanSentAfterKill_passesUpToRecordsInFlight() {
    countDuplicates(5);

    Report enough = checkSent(Expectations.quiet().withKills(1, 3));
    Report tooMany = checkSent(Expectations.quiet().withKills(1, 2));

    assertThat(enough.passed()).as(enough.toString()).isTrue();
    assertThat(enough.of(6).remarks()).anyMatch(r -> r.contains("with 1 kills"));
    Judged.failsOnly(tooMany, 6, "duplicates");
  }

  @Test
  void check_appliedButNotThere_failsSix() {
    system.change("us", Table.DELIVERY, d -> true, d -> SmallSystem.delivery("us", "applied", 2));

    Judged.failsOnly(checkSent(), 6, "applied");
  }

  @Test
  void check_openMessage_failsSeven() {
    system.add(
        "eu",
        Table.OPEN_MESSAGE,
        new Row.OpenMessage("consumer", "cmd-eu-1", LOCAL, "us", 3, BEFORE));

    Judged.failsOnly(system.check(), 7, "cmd-eu-1");
  }

  @Test
  void check_unsentOutboxRow_failsSeven() {
    system.add(
        "us", Table.UNSENT, new Row.Unsent("ledger", 17, "ledger-results.eu", "res-us-17", BEFORE));

    Judged.failsOnly(system.check(), 7, "res-us-17");
  }

  @Test
  void check_lag_failsSevenAtRestAndIsToldAtWork() {
    system.change("us", Table.OFFSETS, o -> true, o -> SmallSystem.offsets("us", 1, 4));

    Report atRest = system.check();
    Report atWork = Verifier.check(system.digests(), Expectations.running(Duration.ofSeconds(1)));

    Judged.failsOnly(atRest, 7, "region-consumer payments.us-0");
    assertThat(atWork.passed()).isTrue();
    assertThat(atWork.of(7).remarks()).anyMatch(remark -> remark.contains("lags by 3"));
  }

  @Test
  void check_overlappingLeases_failsEight() {
    system.add("eu", Table.LEASE, SmallSystem.lease(3, 4, 150, 160, BEFORE.plusSeconds(20)));

    Judged.failsOnly(system.check(), 8, "pay-eu");
  }

  @Test
  void check_epochFell_failsEight() {
    system.add("eu", Table.LEASE, SmallSystem.lease(3, 3, 0, 99, BEFORE.plusSeconds(20)));

    Judged.failsOnly(system.check(), 8, "pay-eu");
  }

  @Test
  void check_epochFellWhileTheClockWentBack_failsEight() {
    system.add("eu", Table.LEASE, SmallSystem.lease(3, 3, 0, 99, BEFORE.minusSeconds(3600)));

    Judged.failsOnly(system.check(), 8, "pay-eu");
  }

  @Test
  void check_leaseOfAVersionWithoutNumbers_isNotTakenForAFall() {
    system.add("eu", Table.LEASE, SmallSystem.lease(0, 3, 0, 99, BEFORE.plusSeconds(20)));

    Report report = system.check();

    assertThat(report.passed()).as(report.toString()).isTrue();
  }

  @Test
  void check_clockWentBackWhileTheEpochRose_passes() {
    system.add("eu", Table.LEASE, SmallSystem.lease(3, 5, 0, 99, BEFORE.minusSeconds(3600)));
    system.change(
        "eu", Table.BLOCK, b -> true, b -> new Row.Block("consumer", "eu", "pay", 5, 100));

    Report report = system.check();

    assertThat(report.passed()).as(report.toString()).isTrue();
  }

  @Test
  void check_nextBlockWasGivenOut_failsEight() {
    system.change(
        "eu", Table.BLOCK, b -> true, b -> new Row.Block("consumer", "eu", "pay", 4, 100));

    Judged.failsOnly(system.check(), 8, "pay-eu");
  }

  @Test
  void check_kindInTwoDatabases_failsEight() {
    system.add("eu", Table.BLOCK, new Row.Block("ledger", "eu", "pay", 4, 200));

    Judged.failsOnly(system.check(), 8, "pay-eu");
  }

  @Test
  void check_warmRowWithoutPayment_failsEleven() {
    system.add(
        "eu",
        Table.DEDUP_GAP,
        new Row.DedupGap(SmallSystem.dedupKey(ACROSS), Row.Side.WARM_WITHOUT_PAYMENT, BEFORE));

    Judged.failsOnly(system.check(), 11, "bk-" + ACROSS);
  }

  @Test
  void check_moveThatTheTableForbids_failsTwelve() {
    changeHistory(SmallSystem.history(RETURNED, "REJECTED", "ROUTED", "SETTLED", "REJECTED"));

    Judged.failsOnly(system.check(), 12, RETURNED);
  }

  @Test
  void check_historyEndsElsewhere_failsTwelve() {
    changeHistory(SmallSystem.history(RETURNED, "REJECTED", "ROUTED"));

    Judged.failsOnly(system.check(), 12, RETURNED);
  }

  @Test
  void check_refundedMoreThanPaid_failsTwelve() {
    Row.History sound = SmallSystem.history(RETURNED, "REJECTED", "ROUTED", "REJECTED");
    changeHistory(
        new Row.History(RETURNED, sound.state(), sound.version(), 50L, 51L, sound.steps()));

    Judged.failsOnly(system.check(), 12, RETURNED);
  }

  @Test
  void check_kafkaAheadOfDatabase_failsThirteen() {
    system.change("us", Table.OFFSETS, o -> true, o -> SmallSystem.offsets("us", 2, 1));

    Judged.failsOnly(system.check(), 13, "region-consumer payments.us-0");
  }

  @Test
  void check_committedWithoutPosition_failsThirteen() {
    system.remove("us", Table.POSITION, p -> true);

    Report report = checkSent();

    assertThat(Judged.broken(report)).containsExactly(7, 13);
  }

  private Report checkFive(SentRequest one) {
    return Verifier.check(system.digests(), Expectations.quiet().withSent(Sent.of(List.of(one))));
  }

  private Report checkSent() {
    return checkSent(Expectations.quiet());
  }

  private Report checkSent(Expectations expectations) {
    return Verifier.check(system.digests(), expectations.withSent(SmallSystem.sent()));
  }

  private void countDuplicates(long n) {
    system.change(
        "eu",
        Table.DELIVERY,
        d -> d.outcome().equals("duplicate"),
        d -> SmallSystem.delivery("eu", "duplicate", n));
  }

  private void changeHistory(Row.History changed) {
    system.change(
        "eu", Table.HISTORY, h -> h.paymentId().equals(changed.paymentId()), h -> changed);
  }
}
