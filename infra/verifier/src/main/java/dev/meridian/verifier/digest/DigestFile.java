package dev.meridian.verifier.digest;

import com.fasterxml.jackson.databind.MappingIterator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A digest in a ZIP file: {@code <table>.jsonl} holds a table's rows, one JSON object a line, and
 * {@code header.json} the {@link Header}. A file that was cut off has no directory and is refused.
 */
public final class DigestFile implements Digest {
  static final String HEADER = "header.json";

  private final Path path;
  private final Header header;

  private DigestFile(Path path, Header header) {
    this.path = path;
    this.header = header;
  }

  /**
   * Opens a digest; its rows are read later.
   *
   * @throws UnreadableDigestException if it isn't one, or one of another format
   */
  public static DigestFile open(Path path) {
    try (ZipFile zip = new ZipFile(path.toFile())) {
      ZipEntry entry = zip.getEntry(HEADER);
      if (entry == null) {
        throw new UnreadableDigestException(path + " has no " + HEADER + ": not a digest", null);
      }
      try (InputStream in = zip.getInputStream(entry)) {
        String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        Header header = RowCodec.read(Header.class, json);
        return new DigestFile(path, supported(path, header));
      }
    } catch (IOException e) {
      throw new UnreadableDigestException(path + " can't be read: " + e.getMessage(), e);
    }
  }

  private static Header supported(Path path, Header header) {
    if (header.format() != Header.FORMAT) {
      throw new UnreadableDigestException(
          "%s has format %d, this verifier reads format %d: collect and check with one version"
              .formatted(path, header.format(), Header.FORMAT),
          null);
    }
    return header;
  }

  static String entryName(Table<?> table) {
    return table.name() + ".jsonl";
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public <R extends Row> void each(Table<R> table, Consumer<? super R> consumer) {
    if (!has(table)) {
      return;
    }
    long seen = 0;
    try (ZipFile zip = new ZipFile(path.toFile());
        MappingIterator<R> rows = RowCodec.readAll(table.type(), lines(zip, table))) {
      while (rows.hasNextValue()) {
        consumer.accept(rows.nextValue());
        seen++;
      }
    } catch (IOException e) {
      throw new UnreadableDigestException(
          "%s, table %s, row %d: %s".formatted(path, table.name(), seen + 1, e.getMessage()), e);
    }
    if (seen != count(table)) {
      throw new UnreadableDigestException(
          "%s has %d rows in table %s, its header says %d"
              .formatted(path, seen, table.name(), count(table)),
          null);
    }
  }

  private static Reader lines(ZipFile zip, Table<?> table) throws IOException {
    ZipEntry entry = zip.getEntry(entryName(table));
    if (entry == null) {
      throw new IOException("the file lacks " + entryName(table));
    }
    return new BufferedReader(
        new InputStreamReader(zip.getInputStream(entry), StandardCharsets.UTF_8));
  }
}
