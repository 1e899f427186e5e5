package dev.meridian.id;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A process that draws ids with several threads and writes each into a file of its thread before it
 * draws the next. The files are mapped, so what was written survives {@code kill -9}. Ends when its
 * standard input does: it doesn't outlive the test.
 */
final class DrawingProcess {

  private static final int FAILED = 4;

  private final IdGenerator generator;
  private final Path folder;
  private final int ids;

  private DrawingProcess(IdGenerator generator, Path folder, int ids) {
    this.generator = generator;
    this.folder = folder;
    this.ids = ids;
  }

  /** Arguments: JDBC address, node, folder, threads, ids per thread. */
  public static void main(String[] arguments) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          failure.printStackTrace();
          Runtime.getRuntime().halt(FAILED);
        });
    Thread watch = new Thread(DrawingProcess::endWithStandardInput);
    watch.setDaemon(true);
    watch.start();
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setURL(arguments[0]);
    database.setUser("postgres");
    database.setPassword("postgres");
    IdGenerator generator =
        new IdGenerator(
            new IdKind("pay"),
            new Region("eu", 2),
            new PostgresBlockStore(database, arguments[1]),
            LeaseSettings.DEFAULT.withBlocksOf(100, 200_000).withWaitAtMost(Duration.ofMinutes(1)));
    new DrawingProcess(generator, Path.of(arguments[2]), Integer.parseInt(arguments[4]))
        .draw(Integer.parseInt(arguments[3]));
  }

  private void draw(int threads) throws InterruptedException {
    List<Thread> drawing = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      LongBuffer file = file(folder.resolve("thread-" + t), ids);
      drawing.add(new Thread(() -> fill(file)));
    }
    drawing.forEach(Thread::start);
    for (Thread thread : drawing) {
      thread.join();
    }
    generator.close();
  }

  private void fill(LongBuffer file) {
    while (file.hasRemaining()) {
      file.put(generator.next());
    }
  }

  private static LongBuffer file(Path path, int ids) {
    try (FileChannel channel =
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MappedByteBuffer mapped = channel.map(MapMode.READ_WRITE, 0, (long) ids * Long.BYTES);
      return mapped.asLongBuffer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a thread wrote so far: rising, zeros behind the last one. */
  static long[] written(Path file) throws IOException {
    LongBuffer ids = ByteBuffer.wrap(Files.readAllBytes(file)).asLongBuffer();
    int count = 0;
    while (count < ids.limit() && ids.get(count) != 0) {
      count++;
    }
    long[] written = new long[count];
    ids.get(written);
    return written;
  }

  /** One of those; zero if it isn't written yet. */
  static long idAt(Path file, int index) throws IOException {
    try (RandomAccessFile ids = new RandomAccessFile(file.toFile(), "r")) {
      long place = (long) index * Long.BYTES;
      if (ids.length() < place + Long.BYTES) {
        return 0;
      }
      ids.seek(place);
      return ids.readLong();
    }
  }

  private static void endWithStandardInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      System.err.println("standard input: " + e);
    }
    Runtime.getRuntime().halt(3);
  }
}
