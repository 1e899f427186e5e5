package dev.meridian.consumer.intake;

import dev.meridian.dedup.Lookup;
import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.Parked;
import dev.meridian.inbox.Redrive;
import dev.meridian.messages.Topics;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Takes a parked message in as if it had just come: requests through {@link Intake}, answers
 * through {@link ResultsIntake}. It moves no consumed position and is counted under {@link
 * #COUNTED_AS}, since Kafka delivered nothing. Thread-safe; blocks on the database only.
 */
public final class PutBack implements Redrive.LivePath {
  /** Stands for the topic where deliveries are counted. */
  static final String COUNTED_AS = "redrive";

  private final Intake intake;
  private final ResultsIntake results;
  private final String resultsTopic;

  public PutBack(Intake intake, ResultsIntake results, String region) {
    this.intake = intake;
    this.results = results;
    this.resultsTopic = Topics.results(region);
  }

  @Override
  public Redrive.Done apply(Connection connection, Parked message) throws SQLException {
    Incoming incoming = Incoming.putBack(message);
    if (isAnswer(message.topic())) {
      return new Redrive.Done(what(results.apply(connection, List.of(incoming))), () -> {});
    }
    Taken taken = intake.apply(connection, List.of(incoming), Lookup.nothing());
    return new Redrive.Done(what(taken.report()), taken::committed);
  }

  /** Also from a mirror, whose topics have the source's name before theirs. */
  private boolean isAnswer(String topic) {
    return topic.equals(resultsTopic) || topic.endsWith("." + resultsTopic);
  }

  private static Delivery.Outcome what(Report report) {
    return report.outcomes().keySet().iterator().next().what();
  }
}
