package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KafkaBrokerIT {

  private static final String TOPIC = "payments.eu";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  @Test
  void kill_acknowledgedRecord_isThereAfterStart(@TempDir Path folder) throws Exception {
    // Given
    KafkaBroker broker = KafkaBroker.builder().name("kafka-it").dataFolder(folder).build();
    broker.start();
    NewTopic topic = new NewTopic(TOPIC, 1, (short) 1);
    broker.createTopics(List.of(topic));
    broker.createTopics(List.of(topic));
    Records.send(broker, TOPIC, "before");

    // When
    broker.kill();
    broker.start();

    // Then
    Records.send(broker, TOPIC, "after");
    assertThat(Records.awaitValue(broker, TOPIC, "before", LIMIT)).isTrue();
    assertThat(Records.awaitValue(broker, TOPIC, "after", LIMIT)).isTrue();
    broker.stop();
    assertThat(broker.running()).isFalse();
  }

  @Test
  void start_folderOfAnEarlierRun_hasItsTopicsOnNewPorts(@TempDir Path folder) throws Exception {
    // Given
    KafkaBroker earlier = KafkaBroker.builder().name("kafka-it").dataFolder(folder).build();
    earlier.start();
    earlier.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)));
    Records.send(earlier, TOPIC, "kept");
    earlier.stop();
    KafkaBroker later = KafkaBroker.builder().name("kafka-it").dataFolder(folder).build();

    // When
    later.start();

    // Then
    assertThat(later.bootstrap()).isNotEqualTo(earlier.bootstrap());
    assertThat(Records.awaitValue(later, TOPIC, "kept", LIMIT)).isTrue();
    later.stop();
  }
}
