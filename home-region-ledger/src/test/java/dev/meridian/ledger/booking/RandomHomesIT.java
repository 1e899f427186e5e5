package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.Body.Result;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Three homes, and between them a road on which each message is lost, doubled, delayed or overtaken
 * at random; transactions die at any step; origins send again what was not answered. Payments,
 * refunds and cancels, accounts that freeze, close and spend, amounts up to the edge of 64 bits.
 * Whatever happens: design section 12, 1 to 4 and 12, and every request hears one answer, for good.
 *
 * <p>Stories of many seeds share their batches. A failure names its seeds, and how they are
 * repeated: {@code -Dmeridian.test.seeds=201-400}.
 */
final class RandomHomesIT {
  private static final int SEEDS = Rounds.of(2_000, 6_000);
  private static final int TOGETHER = 500;
  private static final int ROUNDS_AT_MOST = 60;
  private static final int RESEND_EVERY = 3;

  private static Homes homes;
  private static List<String> rareCurrencies;

  @BeforeAll
  static void open() throws SQLException {
    homes = Homes.fresh();
    rareCurrencies =
        Currency.getAvailableCurrencies().stream()
            .filter(currency -> currency.getDefaultFractionDigits() >= 0)
            .map(Currency::getCurrencyCode)
            .filter(code -> !List.of("EUR", "JPY", "KWD").contains(code))
            .sorted()
            .toList();
  }

  @Test
  void book_anyOrderAndLoss_everyPaymentEndsOnceAndSumsHold() throws SQLException {
    for (long[] seeds : groups()) {
      String repeat = "-Dmeridian.test.seeds=%d-%d".formatted(seeds[0], seeds[seeds.length - 1]);
      try {
        toTheEnd(seeds);
      } catch (AssertionError | RuntimeException | SQLException e) {
        throw new AssertionError("failed; repeat it by " + repeat, e);
      }
    }
    assertThat(HomesCheck.broken(homes)).as("handles name their seeds").isEmpty();
  }

  private static List<long[]> groups() {
    String only = System.getProperty("meridian.test.seeds");
    if (only != null) {
      String[] ends = only.split("-", 2);
      return List.of(
          LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[1])).toArray());
    }
    List<long[]> groups = new ArrayList<>();
    for (long first = 1; first <= SEEDS; first += TOGETHER) {
      groups.add(LongStream.range(first, Math.min(first + TOGETHER, SEEDS + 1)).toArray());
    }
    return groups;
  }

  private static void toTheEnd(long[] seeds) throws SQLException {
    Results results = new Results();
    List<Story> stories = stories(seeds);
    Road road = new Road(seeds[0]);
    Map<String, CrashingHome> running = new LinkedHashMap<>();
    homes
        .byRegion()
        .forEach(
            (region, home) ->
                running.put(
                    region, new CrashingHome(home.unitOfWork(), seeds[0] + region.hashCode())));
    Random relay = new Random(seeds[0]);
    int round = 0;
    while (round < ROUNDS_AT_MOST && !areOver(stories, road, results)) {
      road.begin(round);
      for (Story story : stories) {
        story.live(round);
        story.send(road, results, round);
      }
      step(road, running, results, round, relay);
      round++;
    }
    stories.forEach(story -> story.assertAnswered(results));
    askAllAgain(stories, road, results, round);
    HomesCheck.agree(homes, results);
  }

  private static List<Story> stories(long[] seeds) throws SQLException {
    List<Story> stories = new ArrayList<>();
    List<Story.Opening> openings = new ArrayList<>();
    for (long seed : seeds) {
      Story story = new Story(seed, homes, Story.Purse.of(seed, rareCurrencies));
      stories.add(story);
      openings.addAll(story.openings());
    }
    for (Map.Entry<String, TestHome> home : homes.byRegion().entrySet()) {
      Funding.open(
          home.getValue(),
          openings.stream().filter(each -> each.home().equals(home.getKey())).toList());
    }
    return stories;
  }

  private static void step(
      Road road, Map<String, CrashingHome> running, Results results, int round, Random relay)
      throws SQLException {
    for (Map.Entry<String, CrashingHome> each : running.entrySet()) {
      TestHome home = homes.of(each.getKey());
      if (round % RESEND_EVERY == RESEND_EVERY - 1) {
        resend(home);
      }
      deliver(each.getKey(), home, each.getValue(), road);
      publish(home, road, results, relay.nextInt(6) == 0);
    }
  }

  /** A batch whose transaction died comes again, as from a consumer that starts anew. */
  private static void deliver(String region, TestHome home, CrashingHome running, Road road)
      throws SQLException {
    List<Message> batch = road.arriving(region);
    if (batch.isEmpty()) {
      return;
    }
    try {
      running.inTransaction(connection -> home.booking().book(connection, batch));
    } catch (CrashingHome.Crash died) {
      running.redelivered(connection -> home.booking().book(connection, batch));
    }
  }

  /**
   * What the relay sends; a relay that dies before it has marked the rows sends all of it again.
   */
  private static void publish(TestHome home, Road road, Results results, boolean twice)
      throws SQLException {
    List<TestHome.Sent> sent = home.take();
    for (int times = twice ? 2 : 1; times > 0; times--) {
      for (TestHome.Sent each : sent) {
        if (!(each.body() instanceof Result result)) {
          road.put(each.topic().substring("ledger-commands.".length()), each.message());
        } else if (!road.isLost()) {
          results.hear(result);
        }
      }
    }
  }

  /** Legs that are open are sent again, as the timer would. */
  private static void resend(TestHome home) throws SQLException {
    home.execute(
        """
        update outbox set sent_at = null, attempt = outbox.attempt + 1
          from open_message where open_message.seq = outbox.seq and outbox.sent_at is not null
        """);
  }

  /** Nothing is lost any more: the answers must be the ones that were given before. */
  private static void askAllAgain(List<Story> stories, Road road, Results results, int round)
      throws SQLException {
    road.begin(ROUNDS_AT_MOST + round);
    stories.forEach(story -> story.sendAll(road));
    while (!road.isEmpty()) {
      for (Map.Entry<String, TestHome> home : homes.byRegion().entrySet()) {
        List<Message> batch = road.arriving(home.getKey());
        if (!batch.isEmpty()) {
          home.getValue().book(batch);
        }
        publish(home.getValue(), road, results, false);
      }
    }
  }

  private static boolean areOver(List<Story> stories, Road road, Results results)
      throws SQLException {
    if (!road.isEmpty() || !stories.stream().allMatch(story -> story.isAnswered(results))) {
      return false;
    }
    for (TestHome home : homes.all()) {
      if (home.number("select count(*) from open_message") > 0) {
        return false;
      }
    }
    return true;
  }
}
