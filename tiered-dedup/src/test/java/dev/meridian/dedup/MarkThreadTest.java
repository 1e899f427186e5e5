package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MarkThreadTest {
  private static final int IN_HAND_AND_WAITING = 33;

  private final CountDownLatch redisAnswers = new CountDownLatch(1);
  private final List<String> threads = new CopyOnWriteArrayList<>();

  private void write(CountDownLatch written) {
    threads.add(Thread.currentThread().getName());
    written.countDown();
  }

  private void awaitRedis() {
    try {
      redisAnswers.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void execute_moreThanMayWait_isDoneByTheCaller() throws InterruptedException {
    CountDownLatch written = new CountDownLatch(IN_HAND_AND_WAITING + 1);
    try (MarkThread marks = new MarkThread()) {
      marks.execute(
          () -> {
            awaitRedis();
            write(written);
          });
      for (int i = 1; i < IN_HAND_AND_WAITING; i++) {
        marks.execute(() -> write(written));
      }
      assertThat(threads).as("nobody waited").isEmpty();

      marks.execute(() -> write(written));

      assertThat(threads).containsExactly(Thread.currentThread().getName());
      redisAnswers.countDown();
      assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(threads.subList(1, threads.size()))
          .hasSize(IN_HAND_AND_WAITING)
          .containsOnly("dedup-marks");
    }
  }

  @Test
  void close_someWaiting_writesThoseAndDropsLaterOnes() throws InterruptedException {
    CountDownLatch written = new CountDownLatch(2);
    MarkThread marks = new MarkThread();
    marks.execute(
        () -> {
          awaitRedis();
          write(written);
        });
    marks.execute(() -> write(written));

    marks.close();

    marks.execute(() -> threads.add("dropped"));
    redisAnswers.countDown();
    assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(threads).containsOnly("dedup-marks");
  }
}
