package dev.meridian.stack;

import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Which topics a stack creates and mirrors. The names themselves live with the messages; this is
 * what a stack has to be told.
 */
public interface TopicPlan {

  /**
   * All topics of one region's broker, the mirrored ones ({@code <source>.<name>}) included.
   *
   * @param region the code of the region that gets them
   * @param all the codes of all regions of the stack, in order
   */
  List<NewTopic> topics(String region, List<String> all);

  /**
   * The exact names, as the source region knows them, that the target's MirrorMaker pulls; empty
   * for none.
   */
  List<String> mirrored(String source, String target);

  /** No topics at all. */
  static TopicPlan none() {
    return new TopicPlan() {
      @Override
      public List<NewTopic> topics(String region, List<String> all) {
        return List.of();
      }

      @Override
      public List<String> mirrored(String source, String target) {
        return List.of();
      }
    };
  }
}
