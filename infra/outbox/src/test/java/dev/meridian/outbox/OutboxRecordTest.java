package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OutboxRecordTest {
  private static final OutboxRecord FIRST =
      OutboxRecord.of("topic", "key", "cmd-eu-1", Map.of("ce_id", "cmd-eu-1"), null);

  private static OutboxRecord attempt(int attempt, Header... headers) {
    return new OutboxRecord(
        "topic", new byte[] {1}, "cmd-eu-1", attempt, List.of(headers), new byte[0], null);
  }

  @Test
  void stamped_firstWithoutHeader_getsAttemptOne() {
    assertThat(FIRST.stamped().header(OutboxRecord.ATTEMPT_HEADER)).isEqualTo("1");
  }

  @Test
  void stamped_resend_overwritesTheHeader() {
    OutboxRecord stamped =
        attempt(3, Header.of(OutboxRecord.ATTEMPT_HEADER, "1"), Header.of("a", "b")).stamped();

    assertThat(stamped.headers())
        .containsExactly(Header.of("a", "b"), Header.of(OutboxRecord.ATTEMPT_HEADER, "3"));
  }

  @Test
  void stamped_deadLetterCopyOfAResend_keepsTheOriginalAttempt() {
    OutboxRecord stamped = attempt(1, Header.of(OutboxRecord.ATTEMPT_HEADER, "4")).stamped();

    assertThat(stamped.header(OutboxRecord.ATTEMPT_HEADER)).isEqualTo("4");
  }

  @Test
  void new_topicThatNoTextColumnHolds_refuses() {
    assertThatThrownBy(() -> OutboxRecord.of("to\0pic", "key", "id", Map.of(), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("topic");
  }

  @Test
  void equals_sameContent_isEqual() {
    OutboxRecord other =
        OutboxRecord.of("topic", "key", "cmd-eu-1", Map.of("ce_id", "cmd-eu-1"), null);

    assertThat(other).isEqualTo(FIRST).hasSameHashCodeAs(FIRST);
    assertThat(FIRST.awaiting("pay-eu-1", "us")).isNotEqualTo(FIRST);
  }
}
