package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PortsTest {

  @Test
  void free_manyCalls_givesEachPortOnce() {
    // When
    List<Integer> ports = Stream.generate(Ports::free).parallel().limit(200).toList();

    // Then
    assertThat(ports).doesNotHaveDuplicates().allMatch(port -> port >= 15_000 && port < 32_000);
  }
}
