package dev.meridian.verifier.collect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.meridian.verifier.digest.Row;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Marks in a region's Redis that count in the database's present life, held against its warm rows.
 * Read before the snapshot is taken: a mark is written after its commit, so its row must be there.
 * One that isn't whole, or of another format than the one that is known here, is a finding of its
 * own: nothing says whether an instance believes it. At most {@value #AT_MOST} are looked at.
 */
final class HotMarks {
  private static final int AT_MOST = 100_000;
  private static final String PREFIX = "dedup:";
  private static final byte FORMAT = 3;
  private static final int FIRST_SEEN = 11;
  private static final int INCARNATION = 19;
  private static final int FINGERPRINT = INCARNATION + 28;
  private static final int CHECKSUM = 4;

  private static final String PRESENT_LIFE =
      """
      select (select system_identifier from pg_control_system())
             || '/' || ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
             || '/' || ((select oid::bigint << 32 from pg_database where datname = current_database())
                        | 'dedup_restore'::regclass::oid::bigint)
             || '/' || (select counter from dedup_restore)
      """;

  /** A name is half the hash of the group, with its length in front, and the key. */
  private static final String WITHOUT_ROW =
      """
      with warm as (
        select translate(rtrim(encode(substr(sha256(int4send(octet_length(consumer_group))
                                                    || convert_to(consumer_group, 'UTF8')
                                                    || convert_to(key, 'UTF8')), 1, 16), 'base64'), '='), '+/', '-_') as name
          from dedup_key)
      select mark.name
        from unnest('{%s}'::text[]) as mark (name)
       where not exists (select from warm where warm.name = mark.name)
      """;

  private final Map<String, byte[]> values = new HashMap<>();
  private final List<String> unreadable = new ArrayList<>();

  private HotMarks() {}

  /** Those of that Redis; none if there is no address. */
  static HotMarks read(@Nullable String redisUri) throws IOException {
    HotMarks marks = new HotMarks();
    if (redisUri != null) {
      try (RedisReader redis = new RedisReader(URI.create(redisUri))) {
        marks.scan(redis);
      }
    }
    return marks;
  }

  private void scan(RedisReader redis) throws IOException {
    String cursor = "0";
    do {
      Object answer = redis.ask(List.of("SCAN", cursor, "MATCH", PREFIX + "*", "COUNT", "1000"));
      if (!(answer instanceof List<?> page) || !(page.get(1) instanceof List<?> names)) {
        throw new IOException("Redis answers SCAN with " + answer);
      }
      cursor = String.valueOf(page.get(0));
      for (Object name : names) {
        add(((String) name).substring(PREFIX.length()), redis.ask(List.of("GET", (String) name)));
      }
    } while (!cursor.equals("0") && values.size() + unreadable.size() < AT_MOST);
  }

  /** What has expired meanwhile is none. */
  private void add(String name, @Nullable Object answer) {
    if (answer instanceof String text && isWhole(text.getBytes(ISO_8859_1))) {
      values.put(name, text.getBytes(ISO_8859_1));
    } else if (answer != null) {
      unreadable.add(name);
    }
  }

  private static boolean isWhole(byte[] value) {
    if (value.length <= FINGERPRINT + CHECKSUM || value[0] != FORMAT) {
      return false;
    }
    CRC32C sum = new CRC32C();
    sum.update(value, 0, value.length - CHECKSUM);
    return ByteBuffer.wrap(value).getInt(value.length - CHECKSUM) == (int) sum.getValue();
  }

  /** Marks that can't be read, and those that would be believed and whose key has no row. */
  List<Row.DedupGap> gaps(Snapshot consumer) throws SQLException {
    List<Row.DedupGap> gaps = new ArrayList<>();
    for (String name : unreadable) {
      gaps.add(new Row.DedupGap(name, Row.Side.HOT_UNREADABLE, Instant.EPOCH));
    }
    for (String name : withoutRow(consumer)) {
      gaps.add(new Row.DedupGap(name, Row.Side.HOT_WITHOUT_PAYMENT, firstSeen(name)));
    }
    return gaps;
  }

  private List<String> withoutRow(Snapshot consumer) throws SQLException {
    String present = values.isEmpty() ? "" : consumer.texts(PRESENT_LIFE).get(0);
    String believed =
        values.keySet().stream()
            .filter(name -> life(value(name)).equals(present))
            .collect(Collectors.joining(","));
    return believed.isEmpty() ? List.of() : consumer.texts(WITHOUT_ROW.formatted(believed));
  }

  private static String life(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).position(INCARNATION);
    return bytes.getLong()
        + ("/" + bytes.getInt())
        + ("/" + bytes.getLong())
        + ("/" + bytes.getLong());
  }

  private Instant firstSeen(String name) {
    long micros = ByteBuffer.wrap(value(name)).getLong(FIRST_SEEN);
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private byte[] value(String name) {
    return Objects.requireNonNull(values.get(name), name);
  }
}
