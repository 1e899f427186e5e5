package dev.meridian.verifier.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.stack.RedisServer;
import dev.meridian.verifier.collect.RegionAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariant 11 on a real Redis: marks as tiered-dedup writes them, byte by byte. */
class HotMarksIT {
  private static final String KNOWN = "16:PaymentRequested,4:bk-4,4:rk-4,";
  private static final String UNKNOWN = "16:PaymentRequested,4:bk-9,4:rk-9,";
  private static final String SERVER_AND_TABLES =
      """
      select (select system_identifier from pg_control_system()),
             (select oid::bigint << 32 from pg_database where datname = current_database())
               | 'dedup_restore'::regclass::oid::bigint
      """;
  private static final long FIRST_SEEN_MICROS = 1_700_000_000_000_000L;

  @TempDir private Path folder;
  private final SmallDatabases databases = SmallDatabases.consistent();
  private RedisServer redis;

  @BeforeEach
  void start() {
    redis = new RedisServer("redis", folder);
    redis.start();
    databases.withRedis(redis.uri());
  }

  @AfterEach
  void stop() throws Exception {
    redis.stop();
    databases.close();
  }

  @Test
  void check_markOfAPayment_holds() throws Exception {
    mark(KNOWN, 0);

    assertThat(databases.check().passed()).isTrue();
  }

  @Test
  void check_markWithoutPayment_failsEleven() throws Exception {
    mark(KNOWN, 0);
    mark(UNKNOWN, 0);

    Judged.failsOnly(databases.check(), 11, name(UNKNOWN));
  }

  /** What a restored database has forgotten: such a mark is never believed. */
  @Test
  void check_markOfAnotherLifeWithoutPayment_holds() throws Exception {
    mark(UNKNOWN, 1);

    assertThat(databases.check().passed()).isTrue();
  }

  /** Damaged, of another format, or no text at all: nothing tells what it says. */
  @Test
  void check_marksThatCantBeRead_failElevenByName() throws Exception {
    mark(KNOWN, 0);
    byte[] damaged = value(0);
    damaged[20]++;
    set("dedup:damaged", damaged);
    byte[] older = value(0);
    older[0] = 2;
    set("dedup:older", sealed(older));
    set("dedup:cut", new byte[] {3});
    ask("RPUSH", "dedup:list", "a".getBytes(UTF_8));

    Report report = databases.check();

    for (String name : List.of("damaged", "older", "cut", "list")) {
      Judged.failsOnly(report, 11, name);
    }
  }

  private static String name(String key) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] group = "region-consumer".getBytes(UTF_8);
    digest.update(ByteBuffer.allocate(4).putInt(group.length).array());
    digest.update(group);
    byte[] half = Arrays.copyOf(digest.digest(key.getBytes(UTF_8)), 16);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(half);
  }

  private void mark(String key, long restoreCounter) throws Exception {
    set("dedup:" + name(key), value(restoreCounter));
  }

  private byte[] value(long restoreCounter) throws Exception {
    RegionAddress eu = databases.address("eu");
    ByteBuffer value = ByteBuffer.allocate(67).put((byte) 3).putLong(0).putShort((short) 1);
    value.putLong(FIRST_SEEN_MICROS);
    try (Connection connection =
            DriverManager.getConnection(eu.consumerUrl(), eu.user(), eu.password());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SERVER_AND_TABLES)) {
      row.next();
      value.putLong(row.getLong(1)).putInt(1).putLong(row.getLong(2)).putLong(restoreCounter);
    }
    return sealed(value.array());
  }

  /** With the sum of all before at its end. */
  private static byte[] sealed(byte[] value) {
    CRC32C sum = new CRC32C();
    sum.update(value, 0, value.length - 4);
    ByteBuffer.wrap(value).putInt(value.length - 4, (int) sum.getValue());
    return value;
  }

  private void set(String name, byte[] value) throws IOException {
    ask("SET", name, value);
  }

  private void ask(String command, String name, byte[] value) throws IOException {
    String text =
        "*3\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n"
            .formatted(
                command.length(),
                command,
                name.length(),
                name,
                value.length,
                new String(value, ISO_8859_1));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port());
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream()) {
      out.write(text.getBytes(ISO_8859_1));
      assertThat(in.read()).isNotEqualTo('-').isNotNegative();
    }
  }
}
