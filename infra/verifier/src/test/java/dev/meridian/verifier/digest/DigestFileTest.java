package dev.meridian.verifier.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestFileTest {
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
  private static final Row.Account ACCOUNT =
      new Row.Account("acc-eu-\"ä\"", "CUSTOMER", "EUR", 5L, 5);

  @TempDir private Path folder;

  /** JUnit sets the folder. */
  @SuppressWarnings("NullAway.Init")
  DigestFileTest() {}

  @Test
  void open_writtenDigest_givesTheSameRowsAgainAndAgain() throws IOException {
    Path path = write(Header.FORMAT, RowCodec.write(ACCOUNT));

    DigestFile digest = DigestFile.open(path);

    assertThat(rows(digest, Table.ACCOUNT)).containsExactly(ACCOUNT);
    assertThat(rows(digest, Table.ACCOUNT)).containsExactly(ACCOUNT);
    assertThat(digest.region()).isEqualTo("eu");
    assertThat(digest.count(Table.ACCOUNT)).isEqualTo(1);
  }

  @Test
  void each_tableThatWasNotCollected_hasNoRows() throws IOException {
    DigestFile digest = DigestFile.open(write(Header.FORMAT, RowCodec.write(ACCOUNT)));

    assertThat(digest.has(Table.PAYMENT)).isFalse();
    assertThat(rows(digest, Table.PAYMENT)).isEmpty();
  }

  @Test
  void each_fieldOfLaterCollector_isIgnored() throws IOException {
    String later = RowCodec.write(ACCOUNT).replace("{", "{\"later\":[1],");

    assertThat(rows(DigestFile.open(write(Header.FORMAT, later)), Table.ACCOUNT))
        .containsExactly(ACCOUNT);
  }

  @Test
  void each_rowThatLacksAField_isRefused() throws IOException {
    DigestFile digest = DigestFile.open(write(Header.FORMAT, "{\"id\":\"acc\"}"));

    assertThatThrownBy(() -> rows(digest, Table.ACCOUNT))
        .isInstanceOf(UnreadableDigestException.class)
        .hasMessageContaining("table account, row 1");
  }

  @Test
  void open_otherFormat_isRefused() throws IOException {
    Path path = write(2);

    assertThatThrownBy(() -> DigestFile.open(path))
        .isInstanceOf(UnreadableDigestException.class)
        .hasMessageContaining("has format 2");
  }

  @Test
  void open_fileThatWasCutOff_isRefused() throws IOException {
    Path path = write(Header.FORMAT, RowCodec.write(ACCOUNT));
    byte[] bytes = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(bytes, bytes.length - 30));

    assertThatThrownBy(() -> DigestFile.open(path)).isInstanceOf(UnreadableDigestException.class);
  }

  @Test
  void open_digestWithoutHeader_isRefused() throws IOException {
    Path path = folder.resolve("unfinished");
    try (FileSink sink = new FileSink(path)) {
      sink.begin(Table.ACCOUNT);
    }

    assertThatThrownBy(() -> DigestFile.open(path)).hasMessageContaining("not a digest");
  }

  @Test
  void each_headerCountsOtherRows_isRefused() throws IOException {
    Path path = folder.resolve("miscounted");
    Digest digest;
    try (FileSink sink = new FileSink(path)) {
      sink.begin(Table.ACCOUNT);
      digest = sink.finish(header(Header.FORMAT, Map.of("account", 2L)));
    }

    assertThatThrownBy(() -> rows(digest, Table.ACCOUNT))
        .hasMessageContaining("has 0 rows in table account, its header says 2");
  }

  private Path write(int format, String... rows) throws IOException {
    Path path = folder.resolve("eu.digest");
    try (FileSink sink = new FileSink(path)) {
      sink.begin(Table.ACCOUNT);
      for (String row : rows) {
        sink.add(row);
      }
      Header header = header(format, sink.counts());
      if (format == Header.FORMAT) {
        sink.finish(header);
      } else {
        assertThatThrownBy(() -> sink.finish(header)).hasMessageContaining("format");
      }
    }
    return path;
  }

  private static Header header(int format, Map<String, Long> counts) {
    return new Header(format, "eu", NOW, NOW, List.of("eu"), counts);
  }

  private static <R extends Row> List<R> rows(Digest digest, Table<R> table) {
    List<R> rows = new ArrayList<>();
    digest.each(table, rows::add);
    return rows;
  }
}
