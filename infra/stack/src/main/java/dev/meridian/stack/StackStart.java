package dev.meridian.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The order in which the parts of a stack start and stop.
 *
 * <p>A region's services wait for its own broker, database and Redis. A MirrorMaker waits for all
 * brokers, since it looks for topics when it starts, and nobody waits for it.
 */
final class StackStart {

  private static final int THREADS_PER_REGION = 6;
  private static final long END_LIMIT_SECONDS = 5;

  private final List<Region> regions;
  private final ExecutorService threads;
  private volatile boolean closed;
  private volatile CompletableFuture<Void> mirrors = CompletableFuture.completedFuture(null);

  StackStart(List<Region> regions) {
    this.regions = regions;
    this.threads =
        Executors.newFixedThreadPool(
            regions.size() * THREADS_PER_REGION,
            task -> {
              Thread thread = new Thread(task, "meridian-stack");
              thread.setDaemon(true);
              return thread;
            });
  }

  void run() {
    List<CompletableFuture<Void>> brokers = new ArrayList<>();
    List<CompletableFuture<Void>> ready = new ArrayList<>();
    for (Region region : regions) {
      CompletableFuture<Void> kafka = async(region::startKafka);
      brokers.add(kafka);
      CompletableFuture<Void> servers =
          all(List.of(kafka, async(region::startPostgres), async(region.redis()::start)));
      ready.add(servers.thenCompose(done -> each(region.services(), this::startUnlessClosed)));
    }
    mirrors = all(brokers).thenCompose(done -> each(mirrorMakers(), this::startUnlessClosed));
    join(all(ready));
  }

  void awaitMirrors() {
    join(mirrors);
  }

  /** Services first, so that they can finish what is in flight; then the rest. */
  void close() {
    List<Node> services = new ArrayList<>();
    List<Node> others = new ArrayList<>();
    for (Region region : regions) {
      services.addAll(region.services());
      others.addAll(region.nodes());
    }
    others.removeAll(services);
    closed = true;
    try {
      CompletableFuture<Void> mirrorsStopped = each(mirrorMakers(), Node::stop);
      join(each(services, Node::stop));
      join(mirrorsStopped);
      join(each(others, Node::stop));
    } finally {
      endStarting(services, others);
    }
  }

  /** A start that was under way must not bring up what has just been stopped. */
  private void endStarting(List<Node> services, List<Node> others) {
    threads.shutdownNow();
    try {
      boolean ended = threads.awaitTermination(END_LIMIT_SECONDS, TimeUnit.SECONDS);
      services.forEach(Node::kill);
      others.forEach(Node::kill);
      if (!ended) {
        throw new StackException("a start is still under way after closing");
      }
    } catch (InterruptedException e) {
      throw StackException.interrupted("the end of starting", e);
    }
  }

  private void startUnlessClosed(Node node) {
    if (closed) {
      throw new StackException(node.name() + " was not started: the stack is closed");
    }
    node.start();
  }

  private List<Node> mirrorMakers() {
    return regions.stream()
        .flatMap(region -> region.mirrorMakerIfAny().stream())
        .map(Node.class::cast)
        .toList();
  }

  private CompletableFuture<Void> each(List<? extends Node> nodes, Consumer<Node> step) {
    return all(nodes.stream().map(node -> async(() -> step.accept(node))).toList());
  }

  private CompletableFuture<Void> async(Runnable step) {
    return CompletableFuture.runAsync(step, threads);
  }

  private static CompletableFuture<Void> all(List<CompletableFuture<Void>> parts) {
    return CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new));
  }

  private static void join(CompletableFuture<Void> future) {
    try {
      future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StackException reason) {
        throw reason;
      }
      throw new StackException("the stack failed", e);
    }
  }
}
