package dev.meridian.stack;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotModifiedException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;

/**
 * A server in a container, which is created by the first start and started again by later ones, so
 * that it keeps its data and its ports.
 */
final class ContainerNode implements Node {

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final int STOP_LIMIT_SECONDS = 10;

  private final String name;
  private final Path folder;
  private final Path log;
  private final int port;
  private final GenericContainer<?> container;
  private final Callable<Boolean> ready;

  ContainerNode(
      String name, Path folder, int port, GenericContainer<?> container, Callable<Boolean> ready) {
    this.name = name;
    this.folder = folder;
    this.log = folder.resolve(name + ".log");
    this.port = port;
    this.container = container;
    this.ready = ready;
    ContainerLog.followFirstStart(container, log);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized void start() {
    if (running()) {
      return;
    }
    Folders.create(folder);
    Instant begin = Instant.now();
    try {
      if (container.getContainerId() == null) {
        container.start();
      } else {
        docker().startContainerCmd(id()).exec();
        ContainerLog.followRestart(docker(), id(), begin, log);
        Await.until(name + " to answer", START_LIMIT, ready);
      }
    } catch (DockerException | ContainerLaunchException | StackException e) {
      throw new StackException(LogFile.failure(name, port, "did not start: " + e, log), e);
    }
  }

  @Override
  public void stop() {
    if (running()) {
      end(() -> docker().stopContainerCmd(id()).withTimeout(STOP_LIMIT_SECONDS).exec());
    }
  }

  @Override
  public void kill() {
    if (running()) {
      end(() -> docker().killContainerCmd(id()).withSignal("KILL").exec());
    }
  }

  @Override
  public boolean running() {
    return container.getContainerId() != null && container.isRunning();
  }

  @Override
  public Path log() {
    return log;
  }

  @Override
  public OptionalLong pid() {
    return OptionalLong.empty();
  }

  private void end(Runnable command) {
    try {
      command.run();
    } catch (NotModifiedException alreadyDown) {
      return;
    }
    Await.until(name + " to end", Duration.ofSeconds(2L * STOP_LIMIT_SECONDS), () -> !running());
  }

  private String id() {
    return container.getContainerId();
  }

  private DockerClient docker() {
    return container.getDockerClient();
  }
}
