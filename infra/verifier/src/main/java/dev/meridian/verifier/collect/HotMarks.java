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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Marks in a region's Redis that count in the database's present life, held against its warm rows.
 * Read before the snapshot is taken: a mark is written after its commit, so its row must be there.
 * At most {@value #AT_MOST} are looked at.
 */
final class HotMarks {
  private static final int AT_MOST = 100_000;
  private static final String PREFIX = "dedup:";
  private static final int FIRST_SEEN = 11;
  private static final int INCARNATION = 19;
  private static final int SHORTEST = INCARNATION + 28;

  private static final String PRESENT_LIFE =
      """
      select (select system_identifier from pg_control_system())
             || '/' || ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
             || '/' || ((select oid::bigint << 32 from pg_database where datname = current_database())
                        | 'dedup_restore'::regclass::oid::bigint)
             || '/' || (select counter from dedup_restore)
      """;

  /** A name is the hash of the group, with its length in front, and the key. */
  private static final String WITHOUT_ROW =
      """
      with warm as (
        select translate(rtrim(encode(sha256(int4send(octet_length(consumer_group))
                                             || convert_to(consumer_group, 'UTF8')
                                             || convert_to(key, 'UTF8')), 'base64'), '='), '+/', '-_') as name
          from dedup_key)
      select mark.name
        from unnest('{%s}'::text[]) as mark (name)
       where not exists (select from warm where warm.name = mark.name)
      """;

  private final Map<String, byte[]> values;

  private HotMarks(Map<String, byte[]> values) {
    this.values = values;
  }

  /** Those of that Redis; none if there is no address. */
  static HotMarks read(@Nullable String redisUri) throws IOException {
    Map<String, byte[]> values = new HashMap<>();
    if (redisUri != null) {
      try (RedisReader redis = new RedisReader(URI.create(redisUri))) {
        scan(redis, values);
      }
    }
    return new HotMarks(values);
  }

  private static void scan(RedisReader redis, Map<String, byte[]> values) throws IOException {
    String cursor = "0";
    do {
      if (!(redis.ask(List.of("SCAN", cursor, "MATCH", PREFIX + "*", "COUNT", "1000"))
              instanceof List<?> page)
          || !(page.get(1) instanceof List<?> names)) {
        throw new IOException("Redis answers SCAN with something else");
      }
      cursor = String.valueOf(page.get(0));
      for (Object name : names) {
        if (redis.ask(List.of("GET", (String) name)) instanceof String value) {
          values.put(((String) name).substring(PREFIX.length()), value.getBytes(ISO_8859_1));
        }
      }
    } while (!cursor.equals("0") && values.size() < AT_MOST);
  }

  /** Marks that would be believed and whose key the snapshot doesn't have. */
  List<Row.DedupGap> without(Snapshot consumer) throws SQLException {
    String present = values.isEmpty() ? "" : consumer.texts(PRESENT_LIFE).get(0);
    List<String> believed = new ArrayList<>();
    values.forEach(
        (name, value) -> {
          if (value.length > SHORTEST && life(value).equals(present)) {
            believed.add(name);
          }
        });
    return believed.isEmpty()
        ? List.of()
        : consumer
            .texts(WITHOUT_ROW.formatted(believed.stream().collect(Collectors.joining(","))))
            .stream()
            .map(name -> new Row.DedupGap(name, Row.Side.HOT_WITHOUT_PAYMENT, firstSeen(name)))
            .toList();
  }

  private static String life(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).position(INCARNATION);
    return bytes.getLong()
        + ("/" + bytes.getInt())
        + ("/" + bytes.getLong())
        + ("/" + bytes.getLong());
  }

  private Instant firstSeen(String name) {
    byte[] value = values.getOrDefault(name, new byte[SHORTEST]);
    return Instant.EPOCH.plus(ByteBuffer.wrap(value).getLong(FIRST_SEEN), ChronoUnit.MICROS);
  }
}
