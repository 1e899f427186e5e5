package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import org.junit.jupiter.api.Test;

final class DuplicateCauseTest {
  private static final DuplicateCause.First FIRST = new DuplicateCause.First("eu", "m1", "rk");

  @Test
  void of_otherOrigin_isOtherRegionWhateverElse() {
    assertThat(cause("m1", "us", "rk", 2, false)).isEqualTo(DuplicateCause.OTHER_REGION);
  }

  @Test
  void of_laterAttempt_isAResend() {
    assertThat(cause("m1", "eu", "rk", 2, false)).isEqualTo(DuplicateCause.RESEND);
  }

  @Test
  void of_sameMessage_isARedelivery() {
    assertThat(cause("m1", "eu", "rk", 1, false)).isEqualTo(DuplicateCause.REDELIVERY);
    assertThat(cause("m9", "eu", "rk-2", 1, true)).isEqualTo(DuplicateCause.REDELIVERY);
  }

  @Test
  void of_otherRequestKey_isAnotherRequest() {
    assertThat(cause("m2", "eu", "rk-2", 1, false)).isEqualTo(DuplicateCause.OTHER_REQUEST);
  }

  @Test
  void of_sameKeysOtherMessage_isATierFailure() {
    assertThat(cause("m2", "eu", "rk", 1, false)).isEqualTo(DuplicateCause.TIER_FAILURE);
  }

  private static DuplicateCause cause(
      String messageId, String origin, String requestKey, int attempt, boolean known) {
    Envelope repeat =
        new Envelope(
            messageId,
            new BusinessKey("bk"),
            requestKey,
            Commands.OCCURRED,
            origin,
            attempt,
            null,
            null);
    return DuplicateCause.of(repeat, FIRST, known);
  }
}
