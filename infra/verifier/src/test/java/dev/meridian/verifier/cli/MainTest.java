package dev.meridian.verifier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.FileSink;
import dev.meridian.verifier.digest.Header;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.RowCodec;
import dev.meridian.verifier.digest.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** JUnit sets the folder. */
  @SuppressWarnings("NullAway.Init")
  MainTest() {}

  @Test
  void check_soundDigest_exitsWithZero() throws IOException {
    int code = run("check", digest("eu", 5, 5).toString());

    assertThat(code).as(out + "" + err).isZero();
    assertThat(out.toString().lines()).hasSize(13).allMatch(line -> line.startsWith("PASS"));
  }

  @Test
  void check_damagedLedger_exitsWithOneAndNamesTheAccount() throws IOException {
    int code = run("check", "--keys", "1", digest("eu", 5, 4).toString());

    assertThat(code).isEqualTo(1);
    assertThat(out.toString()).contains("FAIL  3").contains("eu  acc-eu-1: has balance 5");
  }

  @Test
  void check_missingDigest_exitsWithTwo() {
    assertThat(run("check", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("can't be read").doesNotContain("\tat ");
  }

  @Test
  void check_missingRegion_exitsWithTwo() throws IOException {
    assertThat(run("check", digest("us", 5, 5).toString())).isEqualTo(2);
    assertThat(err.toString()).contains("[eu]");
  }

  @Test
  void check_unknownOption_exitsWithTwo() {
    assertThat(run("check", "--what", "x")).isEqualTo(2);
  }

  @Test
  void check_cutThatIsNoInstant_exitsWithTwo() throws IOException {
    assertThat(run("check", "--cut", "today", digest("eu", 5, 5).toString())).isEqualTo(2);
  }

  @Test
  void main_withoutCommand_exitsWithTwo() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("collect or check");
  }

  @Test
  void collect_unreachableDatabase_exitsWithTwo() {
    int code =
        run(
            "collect",
            "--region=eu",
            "--consumer-db=jdbc:postgresql://127.0.0.1:1/consumer",
            "--ledger-db=jdbc:postgresql://127.0.0.1:1/ledger",
            "--out=" + folder.resolve("eu.digest"));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("can't be read");
  }

  @Test
  void help_ofBothCommands_tellsExitCodes() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("Exit codes:").contains("an invariant is broken");
    assertThat(run("check", "--help")).isZero();
  }

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  /** Two accounts whose balances sum to zero; names region eu. */
  private Path digest(String region, long balance, long postings) throws IOException {
    Path path = folder.resolve(region + ".digest");
    try (FileSink sink = new FileSink(path)) {
      for (Table<?> table : Table.ALL) {
        sink.begin(table);
        if (table.equals(Table.ACCOUNT)) {
          sink.add(account("acc-eu-1", "CLEARING", balance, postings));
          sink.add(account("external:EUR", "CLEARING", -balance, -balance));
        }
      }
      Instant now = Instant.parse("2026-11-29T12:00:00Z");
      Digest digest = sink.finish(new Header(1, region, now, now, List.of("eu"), sink.counts()));
      assertThat(digest.region()).isEqualTo(region);
    }
    return path;
  }

  private static String account(String id, String kind, long balance, long postings) {
    return RowCodec.write(new Row.Account(id, kind, "EUR", balance, postings));
  }
}
