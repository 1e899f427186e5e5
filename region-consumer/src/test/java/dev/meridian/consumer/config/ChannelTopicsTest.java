package dev.meridian.consumer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChannelTopicsTest {

  @Test
  void topics_ofOneRegionOfThree_areItsOwnAndTheMirroredOnes() {
    Map<String, String> topics = ChannelTopics.topics("eu", "cn=1,eu=2,us=3");

    assertThat(topics)
        .containsEntry(
            "mp.messaging.incoming.payments.topics", "payments.eu,cn.payments.eu,us.payments.eu")
        .containsEntry(
            "mp.messaging.incoming.results.topics",
            "ledger-results.eu,cn.ledger-results.eu,us.ledger-results.eu");
  }

  @Test
  void topics_ofTheOnlyRegion_areItsOwn() {
    assertThat(ChannelTopics.topics("eu", "eu=2"))
        .containsEntry("mp.messaging.incoming.payments.topics", "payments.eu");
  }
}
