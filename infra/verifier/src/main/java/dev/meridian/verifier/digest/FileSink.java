package dev.meridian.verifier.digest;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes a {@link DigestFile} as rows come, in constant memory. Blocks on the disk. */
public final class FileSink implements DigestSink, Closeable {
  private final Path path;
  private final ZipOutputStream out;
  private final Map<String, Long> counts = new HashMap<>();
  private @Nullable Table<?> current;

  /** Replaces a file that is there. */
  public FileSink(Path path) throws IOException {
    this.path = path;
    this.out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path)));
  }

  @Override
  public void begin(Table<?> table) throws IOException {
    out.putNextEntry(new ZipEntry(DigestFile.entryName(table)));
    counts.put(table.name(), 0L);
    current = table;
  }

  @Override
  public void add(String json) throws IOException {
    if (current == null) {
      throw new IllegalStateException("a row before its table");
    }
    out.write(json.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
    counts.merge(current.name(), 1L, Long::sum);
  }

  @Override
  public Map<String, Long> counts() {
    return counts;
  }

  @Override
  public Digest finish(Header header) throws IOException {
    out.putNextEntry(new ZipEntry(DigestFile.HEADER));
    out.write(RowCodec.write(header).getBytes(StandardCharsets.UTF_8));
    close();
    return DigestFile.open(path);
  }

  /** Without {@link #finish} the file is left without a header and is no digest. */
  @Override
  public void close() throws IOException {
    out.close();
  }
}
