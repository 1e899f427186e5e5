package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class ReadmeExampleIT {

  @Test
  void example_onAFreshDatabase_runs() {
    DataSource dataSource = TestDatabase.fresh();

    RegionRegistry registry = RegionRegistry.parse("cn=1,eu=2,us=3");
    BlockStore store = new PostgresBlockStore(dataSource, "pod-7");
    try (IdGenerator payments = new IdGenerator(new IdKind("pay"), registry.region("eu"), store)) {
      RegionId id = payments.nextId();
      IdRange batch = payments.next(500);
      String text = id.text();
      assertThat(RegionId.regionOf(text)).isEqualTo("eu");
      assertThat(RegionId.parse(text, registry)).isEqualTo(id);
      assertThat(batch.get(499)).isGreaterThan(id);
    }
  }

  @Test
  void readme_codeBlock_standsInThisTest() throws IOException {
    String source = Files.readString(Path.of("src/test/java/dev/meridian/id/ReadmeExampleIT.java"));

    assertThat(source).containsIgnoringWhitespaces(Readme.block("java"));
  }
}
