package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadmeExampleIT {

  @Test
  void example_onAFreshDatabase_runs() {
    DataSource dataSource = TestDatabase.fresh();

    RegionRegistry registry = RegionRegistry.parse("cn=1,eu=2,us=3");
    KindOwners owners = KindOwners.parse("pay=consumer,acc=ledger");
    new StartCheck(dataSource, registry, owners, "consumer").run();
    BlockStore store = new PostgresBlockStore(dataSource, "pod-7");
    try (IdGenerator payments =
        new IdGenerator(owners.kind("pay", "consumer"), registry.region("eu"), store)) {
      RegionId id = payments.nextId();
      IdRange batch = payments.next(500);
      assertThat(RegionId.parse(id.text(), registry)).isEqualTo(id);
      assertThat(batch.get(499)).isGreaterThan(id);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, ReadmeExampleIT", "1, ReadmeQuarkusExample"})
  void readme_codeBlock_standsInACompiledSource(int place, String source) throws IOException {
    Path file = Path.of("src/test/java/dev/meridian/id").resolve(source + ".java");

    assertThat(withoutWhitespace(Files.readString(file)))
        .contains(withoutWhitespace(Readme.block("java", place)));
  }

  private static String withoutWhitespace(String text) {
    return text.replaceAll("\\s+", "");
  }
}
