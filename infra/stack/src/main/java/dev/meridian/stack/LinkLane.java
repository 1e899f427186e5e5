package dev.meridian.stack;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one connection through a {@link Link}: a queue of buffers with the time each is
 * due. A buffer is never due before the one ahead of it, so a shorter delay overtakes nothing.
 *
 * <p>Used by one event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells of a channel's end by events
final class LinkLane extends ChannelInboundHandlerAdapter {

  private static final int LOW_WATER = Link.MOST_BYTES_UNDER_WAY / 2;

  private final Link link;
  private final Channel from;
  private final Channel to;
  private final Queue<Parcel> queue = new ArrayDeque<>();
  private long lastDueNanos = System.nanoTime();
  private int bytesUnderWay;
  private boolean full;
  private boolean timerSet;

  /**
   * @param content null for the end of the stream
   */
  private record Parcel(@Nullable ByteBuf content, long dueNanos) {}

  private LinkLane(Link link, Channel from, Channel to) {
    this.link = link;
    this.from = from;
    this.to = to;
  }

  /**
   * A lane that takes what {@code from} reads; it reads nothing before the first {@link #refresh}.
   */
  static LinkLane between(Link link, Channel from, Channel to) {
    LinkLane lane = new LinkLane(link, from, to);
    from.pipeline().addLast(lane);
    return lane;
  }

  /** Reads and passes on as the link's state and the bound allow. */
  void refresh() {
    from.config().setAutoRead(!link.isCut() && !full);
    drain();
  }

  /** Throws away what is under way. */
  void clear() {
    for (Parcel parcel = queue.poll(); parcel != null; parcel = queue.poll()) {
      ReferenceCountUtil.release(parcel.content());
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf content = (ByteBuf) message;
    bytesUnderWay += content.readableBytes();
    if (bytesUnderWay > Link.MOST_BYTES_UNDER_WAY) {
      full = true;
      from.config().setAutoRead(false);
    }
    enqueue(content);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    enqueue(null);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    // a reset by one end: the other end sees the stream end, after the delay
    context.close();
  }

  private void enqueue(@Nullable ByteBuf content) {
    lastDueNanos = Math.max(lastDueNanos, System.nanoTime() + link.delayNanos());
    queue.add(new Parcel(content, lastDueNanos));
    drain();
  }

  private void drain() {
    boolean written = false;
    while (!link.isCut() && !queue.isEmpty()) {
      long waitNanos = queue.element().dueNanos() - System.nanoTime();
      if (waitNanos > 0) {
        wakeAfter(waitNanos);
        break;
      }
      pass(queue.remove().content());
      written = true;
    }
    if (written) {
      to.flush();
    }
  }

  private void wakeAfter(long waitNanos) {
    if (!timerSet) {
      timerSet = true;
      var unused = to.eventLoop().schedule(this::wake, waitNanos, TimeUnit.NANOSECONDS);
    }
  }

  private void wake() {
    timerSet = false;
    drain();
  }

  private void pass(@Nullable ByteBuf content) {
    if (content == null) {
      to.flush();
      to.close();
      return;
    }
    int bytes = content.readableBytes();
    to.write(content).addListener((ChannelFutureListener) done -> passed(bytes, done.isSuccess()));
  }

  private void passed(int bytes, boolean arrived) {
    if (arrived) {
      link.countForwarded(bytes);
    }
    bytesUnderWay -= bytes;
    if (full && bytesUnderWay < LOW_WATER) {
      full = false;
      from.config().setAutoRead(!link.isCut());
    }
  }
}
