package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.BusinessKey;
import dev.meridian.verifier.cli.Main;
import dev.meridian.verifier.digest.FileSink;
import dev.meridian.verifier.digest.Header;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.RowCodec;
import dev.meridian.verifier.digest.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A quarter of a million payments are checked in a JVM with 512 MB of heap. */
@Tag("long")
class ScaleTest {
  private static final int PAYMENTS = 250_000;

  @TempDir private Path folder;

  /** JUnit sets the folder. */
  @SuppressWarnings("NullAway.Init")
  ScaleTest() {}

  @Test
  void check_quarterMillionPaymentsWithHalfAGigabyte_passes() throws Exception {
    Path eu = write("eu");
    Path us = write("us");
    Path sent = writeSent();
    Path output = folder.resolve("output");

    Process check =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "check",
                "--sent=" + sent,
                eu.toString(),
                us.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    int code = check.waitFor();
    assertThat(code).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output)).contains("(250,001 checked");
  }

  /** Every payment goes from eu to us: the costliest kind. */
  private Path write(String region) throws IOException {
    Path path = folder.resolve(region + ".digest");
    boolean eu = region.equals("eu");
    try (FileSink sink = new FileSink(path)) {
      for (Table<?> table : Table.ALL) {
        sink.begin(table);
        if (eu) {
          addOfEu(sink, table);
        } else {
          addOfUs(sink, table);
        }
      }
      Header header =
          new Header(
              Header.FORMAT,
              region,
              SmallSystem.NOW,
              SmallSystem.NOW,
              List.of("eu", "us"),
              sink.counts());
      assertThat(sink.finish(header).region()).isEqualTo(region);
    }
    return path;
  }

  private static void addOfEu(FileSink sink, Table<?> table) throws IOException {
    if (table.equals(Table.PAYMENT)) {
      addEach(sink, i -> SmallSystem.payment(id(i), "SETTLED", "", 1));
    } else if (table.equals(Table.HISTORY)) {
      addEach(sink, i -> SmallSystem.history(id(i), "SETTLED", "ROUTED", "SETTLED"));
    } else if (table.equals(Table.OUTCOME)) {
      addEach(sink, i -> SmallSystem.outcome(id(i), "BOOKED"));
    } else if (table.equals(Table.ENTRY)) {
      addEach(sink, i -> SmallSystem.entry("ent-" + i, "PAY", id(i), id(i) + "/credit", 1));
      add(sink, SmallSystem.entry("ent-fund", "FUND", "fund", "", PAYMENTS));
    } else if (table.equals(Table.PAYMENT_LEG)) {
      addEach(sink, i -> SmallSystem.leg(id(i), "SETTLED", 1));
    } else if (table.equals(Table.ACCOUNT)) {
      add(sink, SmallSystem.account("external:EUR", "EXTERNAL", -PAYMENTS));
      add(sink, SmallSystem.account("clearing:us:EUR:00", "CLEARING", PAYMENTS));
    } else if (table.equals(Table.DELIVERY)) {
      add(sink, SmallSystem.delivery("eu", "applied", PAYMENTS));
    } else if (table.equals(Table.POSITION)) {
      add(sink, SmallSystem.position("eu", PAYMENTS));
    }
  }

  private static void addOfUs(FileSink sink, Table<?> table) throws IOException {
    if (table.equals(Table.LEG_OUTCOME)) {
      addEach(sink, i -> SmallSystem.legOutcome(id(i), "BOOKED", 1));
    } else if (table.equals(Table.ENTRY)) {
      addEach(
          sink, i -> SmallSystem.entry("ent-us-" + i, "CREDIT_LEG", id(i), id(i) + "/credit", 1));
    } else if (table.equals(Table.ACCOUNT)) {
      add(sink, SmallSystem.account("clearing:eu:EUR:00", "CLEARING", -PAYMENTS));
      add(sink, SmallSystem.account("acc-us-carol", "CUSTOMER", PAYMENTS));
    }
  }

  private Path writeSent() throws IOException {
    Path path = folder.resolve("sent");
    try (SentFile.Out out = SentFile.write(path, new SentFile.Header(0, 0))) {
      for (int i = 0; i < PAYMENTS; i++) {
        BusinessKey key = new BusinessKey(SmallSystem.businessKey(id(i)));
        out.add(SentRequest.payment("eu", key, "rk-" + id(i), null, 1));
      }
    }
    return path;
  }

  /** As long as a real one. */
  private static String id(int i) {
    return "pay-eu-%015d".formatted(i);
  }

  private static void addEach(FileSink sink, IntFunction<Row> row) throws IOException {
    for (int i = 0; i < PAYMENTS; i++) {
      add(sink, row.apply(i));
    }
  }

  private static void add(FileSink sink, Row row) throws IOException {
    sink.add(RowCodec.write(row));
  }
}
