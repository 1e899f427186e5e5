package dev.meridian.stack;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One connection through a {@link Link}: the reader's half, the target's half, and a lane each way.
 *
 * <p>All state belongs to the reader's event loop, which serves both halves.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells of a channel's end by events
final class LinkConnection {

  private final Link link;
  private final SocketChannel reader;
  private boolean connecting;
  private @Nullable LinkLane toTarget;
  private @Nullable LinkLane toReader;
  private @Nullable Channel target;

  LinkConnection(Link link, SocketChannel reader) {
    this.link = link;
    this.reader = reader;
    reader.closeFuture().addListener(closed -> halfClosed());
  }

  /** Does what the link's state now asks for; from any thread. */
  void refresh() {
    reader.eventLoop().execute(this::refreshInLoop);
  }

  /** Closes both halves; from any thread. */
  void close() {
    reader.eventLoop().execute(this::closeInLoop);
  }

  private void refreshInLoop() {
    if (!link.isCut() && !connecting) {
      connect();
    }
    if (toTarget != null && toReader != null) {
      toTarget.refresh();
      toReader.refresh();
    }
  }

  private void connect() {
    InetSocketAddress address = link.target();
    if (address == null || !reader.isActive()) {
      return;
    }
    connecting = true;
    new Bootstrap()
        .group(reader.eventLoop())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.closeFuture().addListener(closed -> halfClosed());
              }
            })
        .connect(address)
        .addListener((ChannelFuture done) -> connected(done));
  }

  private void connected(ChannelFuture done) {
    if (!done.isSuccess() || !reader.isActive()) {
      done.channel().close();
      closeInLoop();
      return;
    }
    target = done.channel();
    toTarget = LinkLane.between(link, reader, done.channel());
    toReader = LinkLane.between(link, done.channel(), reader);
    refreshInLoop();
  }

  /** The lanes carry a half's end to the other one after the delay; here only what has no lane. */
  private void halfClosed() {
    boolean targetOpen = target != null && target.isOpen();
    if (!reader.isOpen() && !targetOpen) {
      closeInLoop();
    }
  }

  private void closeInLoop() {
    link.forget(this);
    if (toTarget != null && toReader != null) {
      toTarget.clear();
      toReader.clear();
    }
    if (target != null) {
      target.close();
    }
    reader.close();
  }
}
