package dev.meridian.verifier.digest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A digest in memory: for tests, and for systems of some hundred thousand payments. */
public final class MemoryDigest implements Digest {
  private final Header header;
  private final Map<String, List<Row>> rows;

  /**
   * @param rows by the name of their table
   */
  public MemoryDigest(Header header, Map<String, List<Row>> rows) {
    this.header = header;
    this.rows = new HashMap<>(rows);
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public <R extends Row> void each(Table<R> table, Consumer<? super R> consumer) {
    rows.getOrDefault(table.name(), List.of())
        .forEach(row -> consumer.accept(table.type().cast(row)));
  }

  /** Collects rows in memory. Not thread-safe. */
  public static final class Sink implements DigestSink {
    private final Map<String, List<Row>> rows = new HashMap<>();
    private Table<?> current = Table.PAYMENT;

    @Override
    public void begin(Table<?> table) {
      rows.put(table.name(), new ArrayList<>());
      current = table;
    }

    @Override
    public void add(String json) throws IOException {
      List<Row> table = rows.computeIfAbsent(current.name(), name -> new ArrayList<>());
      table.add(RowCodec.read(current.type(), json));
    }

    @Override
    public Map<String, Long> counts() {
      Map<String, Long> counts = new HashMap<>();
      rows.forEach((name, list) -> counts.put(name, (long) list.size()));
      return counts;
    }

    @Override
    public Digest finish(Header header) {
      return new MemoryDigest(header, rows);
    }
  }
}
