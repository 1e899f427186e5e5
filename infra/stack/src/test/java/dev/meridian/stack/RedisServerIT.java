package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RedisServerIT {

  @Test
  void kill_thenStart_answersOnTheSamePort(@TempDir Path folder) throws IOException {
    // Given
    RedisServer redis = new RedisServer("redis-it", folder);
    redis.start();
    String uri = redis.uri();

    // When
    redis.kill();
    redis.start();

    // Then
    assertThat(redis.uri()).isEqualTo(uri);
    assertThat(Probes.redisAnswers(redis.port())).isTrue();
    redis.stop();
    assertThat(redis.running()).isFalse();
  }
}
