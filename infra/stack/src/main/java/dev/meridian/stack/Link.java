package dev.meridian.stack;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The way from one region to another: a TCP relay in this JVM that delays what passes and can be
 * cut.
 *
 * <p>A reader connects to {@link #port}; every byte, in both directions and in order, is passed on
 * {@code delay} after it came. A cut link is silent, as a partitioned network is: nothing passes,
 * nothing is closed, new connections are accepted and get no answer; after {@link #heal} everything
 * goes on, and no byte is lost. What is under way per connection and direction is bounded by {@link
 * #MOST_BYTES_UNDER_WAY}; beyond that the relay stops reading and TCP holds the sender back.
 *
 * <p>Thread-safe. {@code cut}, {@code heal}, {@code delay} and {@code target} don't block and take
 * effect at once.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells of a channel's end by events
public final class Link implements AutoCloseable {

  /** Per connection and direction. At 80 ms this lets 100 MB/s pass. */
  static final int MOST_BYTES_UNDER_WAY = 8 * 1024 * 1024;

  private static final int BACKLOG = 256;
  private static final long QUIET_MILLIS = 0;
  private static final long CLOSE_LIMIT_MILLIS = 2_000;

  private final String name;
  private final int port = Ports.free();
  private final EventLoopGroup loops;
  private final Channel listener;
  private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytesForwarded = new AtomicLong();
  private volatile long delayNanos;
  private volatile boolean cut;
  private volatile @Nullable InetSocketAddress target;

  /**
   * Listens at once; connections hang until there is a {@link #target}.
   *
   * @param name what threads and messages call it, for example {@code eu->us}
   * @param delay each way
   */
  public Link(String name, Duration delay) {
    this.name = name;
    this.delayNanos = delay.toNanos();
    this.loops = new NioEventLoopGroup(1, new DefaultThreadFactory("link-" + name, true));
    this.listener = listen();
  }

  /** The name it was given. */
  public String name() {
    return name;
  }

  /** Where readers connect, on 127.0.0.1. */
  public int port() {
    return port;
  }

  /** Where connections lead, on 127.0.0.1; those that are open keep the old target. */
  public void target(int targetPort) {
    target = new InetSocketAddress(InetAddress.getLoopbackAddress(), targetPort);
    connections.forEach(LinkConnection::refresh);
  }

  /** The delay each way for bytes that come from now on. */
  public void delay(Duration delay) {
    delayNanos = delay.toNanos();
  }

  /** Makes it silent. */
  public void cut() {
    cut = true;
    connections.forEach(LinkConnection::refresh);
  }

  /** Lets everything pass again, what waited first. */
  public void heal() {
    cut = false;
    connections.forEach(LinkConnection::refresh);
  }

  /** Whether it is cut. */
  public boolean isCut() {
    return cut;
  }

  /** Closes all connections, both ends; new ones are accepted as before. */
  public void reset() {
    connections.forEach(LinkConnection::close);
  }

  /** Bytes passed on so far, both directions together. */
  public long bytesForwarded() {
    return bytesForwarded.get();
  }

  /** Closes the listener and all connections; waits for at most two seconds. */
  @Override
  public void close() {
    listener.close();
    reset();
    loops.shutdownGracefully(QUIET_MILLIS, CLOSE_LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    try {
      if (!loops.awaitTermination(CLOSE_LIMIT_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new StackException("link " + name + " did not close");
      }
    } catch (InterruptedException e) {
      throw StackException.interrupted("link " + name, e);
    }
  }

  long delayNanos() {
    return delayNanos;
  }

  @Nullable InetSocketAddress target() {
    return target;
  }

  void countForwarded(int bytes) {
    bytesForwarded.addAndGet(bytes);
  }

  void forget(LinkConnection connection) {
    connections.remove(connection);
  }

  private Channel listen() {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      return new ServerBootstrap()
          .group(loops)
          .channel(NioServerSocketChannel.class)
          .option(ChannelOption.SO_BACKLOG, BACKLOG)
          .childOption(ChannelOption.AUTO_READ, false)
          .childOption(ChannelOption.TCP_NODELAY, true)
          .childHandler(
              new ChannelInitializer<SocketChannel>() {
                @Override
                protected void initChannel(SocketChannel reader) {
                  accept(reader);
                }
              })
          .bind(address)
          .sync()
          .channel();
    } catch (InterruptedException e) {
      throw StackException.interrupted("link " + name, e);
    }
  }

  private void accept(SocketChannel reader) {
    LinkConnection connection = new LinkConnection(this, reader);
    connections.add(connection);
    connection.refresh();
  }
}
