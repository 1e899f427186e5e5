package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two homes, and between them a road on which each message is lost, doubled, delayed or overtaken
 * at random; origins send again what was not answered. Whatever happens: design section 12, 1 to 4,
 * and every payment hears one answer, for good. Stories of many seeds share their batches and
 * nothing else, so a failing seed, which is printed, fails alone too: {@code
 * -Dmeridian.test.seed=…}.
 */
final class RandomHomesIT {
  private static final int SEEDS = Rounds.of(60, 300);
  private static final int TOGETHER = 25;
  private static final int ROUNDS_AT_MOST = 60;

  private static TestHome eu;
  private static TestHome us;

  @BeforeAll
  static void homes() throws SQLException {
    eu = TestHome.fresh("eu");
    us = TestHome.fresh("us");
  }

  @Test
  void book_anyOrderAndLoss_everyPaymentEndsOnceAndSumsHold() throws SQLException {
    Long only = Long.getLong("meridian.test.seed");
    long[] seeds = only == null ? LongStream.rangeClosed(1, SEEDS).toArray() : new long[] {only};
    for (int first = 0; first < seeds.length; first += TOGETHER) {
      Map<String, Story> stories = new LinkedHashMap<>();
      for (int i = first; i < Math.min(first + TOGETHER, seeds.length); i++) {
        Story story = new Story(seeds[i], eu, us);
        stories.put(story.name(), story);
      }
      toTheEnd(stories);
    }
    assertThat(eu.broken()).isEmpty();
    assertThat(us.broken()).isEmpty();
  }

  private static void toTheEnd(Map<String, Story> stories) throws SQLException {
    for (int round = 0; round < ROUNDS_AT_MOST && !areOver(stories); round++) {
      for (Story story : stories.values()) {
        story.begin(round);
      }
      if (round % 3 == 2) {
        resend(eu);
        resend(us);
      }
      deliver(eu, stories, round);
      deliver(us, stories, round);
    }
    stories.values().forEach(Story::assertAnswered);
    for (TestHome home : List.of(eu, us)) {
      assertThat(home.number("select count(*) from payment_leg where state = 'DEBITED'"))
          .as("open legs of seeds %s", stories.keySet())
          .isZero();
    }
    assertThat(eu.clearing("us"))
        .as("clearing after seeds %s", stories.keySet())
        .isEqualTo(-us.clearing("eu"));
  }

  private static boolean areOver(Map<String, Story> stories) throws SQLException {
    return stories.values().stream().allMatch(Story::isOver)
        && eu.number("select count(*) from open_message") == 0
        && us.number("select count(*) from open_message") == 0;
  }

  /** Legs that are open are sent again, as the timer would. */
  private static void resend(TestHome home) throws SQLException {
    home.execute(
        """
        update outbox set sent_at = null, attempt = outbox.attempt + 1
          from open_message where open_message.seq = outbox.seq and outbox.sent_at is not null
        """);
  }

  private static void deliver(TestHome home, Map<String, Story> stories, int round)
      throws SQLException {
    List<Message> batch = new ArrayList<>();
    stories.values().forEach(story -> batch.addAll(story.arriving(home, round)));
    if (!batch.isEmpty()) {
      home.book(batch);
    }
    for (TestHome.Sent sent : home.take()) {
      stories
          .values()
          .forEach(
              story -> {
                if (story.owns(sent)) {
                  story.sent(sent, round);
                }
              });
    }
  }
}
