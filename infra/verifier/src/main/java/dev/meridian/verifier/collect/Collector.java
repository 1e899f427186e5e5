package dev.meridian.verifier.collect;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.DigestSink;
import dev.meridian.verifier.digest.FileSink;
import dev.meridian.verifier.digest.Header;
import dev.meridian.verifier.digest.MemoryDigest;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.RowCodec;
import dev.meridian.verifier.digest.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Writes one region's digest, from inside the region: Kafka first, then one snapshot per database,
 * so that what Kafka has committed can't be ahead of a snapshot that is right. Reads only. Blocks
 * for as long as the tables take; thread-safe.
 */
public final class Collector {
  static final String CONSUMER = "consumer";
  static final String LEDGER = "ledger";

  private Collector() {}

  /**
   * A digest in memory, some kilobytes per payment: for tests and demos.
   *
   * @throws CollectException if the region can't be read
   */
  public static Digest collect(RegionAddress address) {
    return collect(address, new MemoryDigest.Sink());
  }

  /**
   * A digest in a file, in constant memory; a file that is there is replaced.
   *
   * @throws CollectException if the region can't be read, or the file not written
   */
  public static Digest collect(RegionAddress address, Path file) {
    try (FileSink sink = new FileSink(file)) {
      return collect(address, sink);
    } catch (IOException e) {
      throw new CollectException("%s can't be written: %s".formatted(file, e.getMessage()), e);
    }
  }

  /**
   * What the region still has to do. A system at rest shows nothing twice in a row, over all
   * regions.
   *
   * @throws CollectException if the region can't be read
   */
  public static Backlog backlog(RegionAddress address) {
    List<Row.Offsets> offsets = offsets(address);
    try (Snapshot consumer = Snapshot.of(address.consumerUrl(), address);
        Snapshot ledger = Snapshot.of(address.ledgerUrl(), address)) {
      return Backlog.of(offsets, consumer, ledger);
    } catch (SQLException e) {
      throw unreadable(address, e);
    }
  }

  private static Digest collect(RegionAddress address, DigestSink sink) {
    List<Row.Offsets> offsets = offsets(address);
    HotMarks hotMarks = hotMarks(address);
    try (Snapshot consumer = Snapshot.of(address.consumerUrl(), address);
        Snapshot ledger = Snapshot.of(address.ledgerUrl(), address)) {
      sink.begin(Table.OFFSETS);
      for (Row.Offsets row : offsets) {
        sink.add(RowCodec.write(row));
      }
      write(ConsumerQueries.OWN, consumer, sink, hotMarks.gaps(consumer));
      write(LedgerQueries.OWN, ledger, sink, List.of());
      writeShared(consumer, ledger, sink);
      return sink.finish(header(address, consumer, ledger, sink));
    } catch (SQLException | IOException e) {
      throw unreadable(address, e);
    }
  }

  private static void write(
      Map<Table<?>, String> queries, Snapshot snapshot, DigestSink sink, List<Row.DedupGap> hotGaps)
      throws SQLException, IOException {
    for (Map.Entry<Table<?>, String> query : queries.entrySet()) {
      sink.begin(query.getKey());
      snapshot.write(query.getValue(), sink);
      if (query.getKey().equals(Table.DEDUP_GAP)) {
        for (Row.DedupGap gap : hotGaps) {
          sink.add(RowCodec.write(gap));
        }
      }
    }
  }

  private static void writeShared(Snapshot consumer, Snapshot ledger, DigestSink sink)
      throws SQLException, IOException {
    for (Map.Entry<Table<?>, String> query : SharedQueries.BY_DATABASE.entrySet()) {
      sink.begin(query.getKey());
      consumer.write(query.getValue().formatted(CONSUMER), sink);
      ledger.write(query.getValue().formatted(LEDGER), sink);
    }
  }

  private static Header header(
      RegionAddress address, Snapshot consumer, Snapshot ledger, DigestSink sink)
      throws SQLException {
    TreeSet<String> partners = new TreeSet<>(consumer.texts(ConsumerQueries.PARTNERS));
    partners.addAll(ledger.texts(LedgerQueries.PARTNERS));
    return new Header(
        Header.FORMAT,
        address.region(),
        consumer.at(),
        ledger.at(),
        new ArrayList<>(partners),
        sink.counts());
  }

  private static List<Row.Offsets> offsets(RegionAddress address) {
    String bootstrapServers = address.bootstrapServers();
    if (bootstrapServers == null) {
      return List.of();
    }
    try {
      return KafkaOffsets.of(address.region(), bootstrapServers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreadable(address, e);
    }
  }

  private static HotMarks hotMarks(RegionAddress address) {
    try {
      return HotMarks.read(address.redisUri());
    } catch (IOException e) {
      throw unreadable(address, e);
    }
  }

  private static CollectException unreadable(RegionAddress address, Exception e) {
    return new CollectException("%s can't be read: %s".formatted(address, e.getMessage()), e);
  }
}
