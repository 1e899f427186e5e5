package dev.meridian.verifier.check;

import com.fasterxml.jackson.databind.MappingIterator;
import dev.meridian.verifier.digest.RowCodec;
import dev.meridian.verifier.digest.UnreadableDigestException;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A list of what was sent in a file: JSON objects, one a line, the {@link Header} first and then a
 * {@link SentRequest} each. Thread-safe for reading.
 */
public final class SentFile implements Sent {
  private final Path path;
  private final Header header;

  private SentFile(Path path, Header header) {
    this.path = path;
    this.header = header;
  }

  /**
   * What the generator knows of the run.
   *
   * @param format 1
   * @param kills how many processes were killed while records were in flight
   * @param inFlight how many records one of them may have had in hand
   */
  public record Header(int format, int kills, long inFlight) {
    static final int FORMAT = 1;

    public Header(int kills, long inFlight) {
      this(FORMAT, kills, inFlight);
    }
  }

  /**
   * Opens a list; its requests are read later.
   *
   * @throws UnreadableDigestException if it isn't one
   */
  public static SentFile open(Path path) {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      String first = in.readLine();
      Header header = RowCodec.read(Header.class, first == null ? "" : first);
      if (header.format() != Header.FORMAT) {
        throw new UnreadableDigestException(
            "%s has format %d, not %d".formatted(path, header.format(), Header.FORMAT), null);
      }
      return new SentFile(path, header);
    } catch (IOException e) {
      throw new UnreadableDigestException(
          "%s is no list of what was sent: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** Writes a list as requests come; must be closed. */
  public static Out write(Path path, Header header) throws IOException {
    Writer out = Files.newBufferedWriter(path, StandardCharsets.UTF_8);
    out.write(RowCodec.write(header) + '\n');
    return new Out(out);
  }

  public Header header() {
    return header;
  }

  @Override
  public void each(Consumer<? super SentRequest> consumer) {
    try (BufferedReader in = Files.newBufferedReader(path)) {
      in.readLine();
      try (MappingIterator<SentRequest> requests = RowCodec.readAll(SentRequest.class, in)) {
        while (requests.hasNextValue()) {
          consumer.accept(requests.nextValue());
        }
      }
    } catch (IOException e) {
      throw new UnreadableDigestException("%s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /** A list being written. Not thread-safe. */
  public static final class Out implements Closeable {
    private final Writer out;

    private Out(Writer out) {
      this.out = out;
    }

    public void add(SentRequest request) {
      try {
        out.write(RowCodec.write(request) + '\n');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
