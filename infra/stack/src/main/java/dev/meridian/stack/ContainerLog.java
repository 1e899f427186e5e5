package dev.meridian.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;

/** Appends what a container says to a file, from each start until it ends. */
final class ContainerLog extends ResultCallback.Adapter<Frame> {

  private final Path file;

  private ContainerLog(Path file) {
    this.file = file;
  }

  /** From the first start on, also one that fails. */
  static void followFirstStart(GenericContainer<?> container, Path file) {
    container.withLogConsumer(frame -> append(file, frame.getBytes()));
  }

  /** From a later start on, of which Testcontainers knows nothing. */
  static void followRestart(DockerClient docker, String container, Instant since, Path file) {
    docker
        .logContainerCmd(container)
        .withFollowStream(true)
        .withStdOut(true)
        .withStdErr(true)
        .withSince(Math.toIntExact(since.getEpochSecond()))
        .exec(new ContainerLog(file));
  }

  @Override
  public void onNext(Frame frame) {
    append(file, frame.getPayload());
  }

  private static void append(Path file, byte @Nullable [] text) {
    if (text == null) {
      return;
    }
    try {
      Files.write(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new StackException("cannot write " + file, e);
    }
  }
}
