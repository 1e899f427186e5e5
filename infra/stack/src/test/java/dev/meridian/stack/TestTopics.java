package dev.meridian.stack;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;

/** {@code payments.<region>} in every region, what is meant for a region mirrored there. */
final class TestTopics implements TopicPlan {

  private static final int PARTITIONS = 2;

  @Override
  public List<NewTopic> topics(String region, List<String> all) {
    List<NewTopic> topics = new ArrayList<>();
    for (String other : all) {
      topics.add(topic("payments." + other));
      if (!other.equals(region)) {
        topics.add(topic(other + ".payments." + region));
      }
    }
    return topics;
  }

  @Override
  public List<String> mirrored(String source, String target) {
    return List.of("payments." + target);
  }

  private static NewTopic topic(String name) {
    return new NewTopic(name, PARTITIONS, (short) 1);
  }
}
