package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LinkTest {

  private static final int MEGABYTE = 1024 * 1024;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Link link = new Link("eu->us", Duration.ZERO);
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    link.target(server.getLocalPort());
  }

  @AfterEach
  void close() throws IOException {
    link.close();
    server.close();
    threads.shutdownNow();
  }

  @Test
  void delay_echoOfOneByte_takesTheDelayTwice() throws IOException {
    // Given
    link.delay(Duration.ofMillis(80));
    serve(LinkTest::echo);
    try (Socket socket = connect()) {
      // When
      long begin = System.nanoTime();
      socket.getOutputStream().write(7);
      int answer = socket.getInputStream().read();

      // Then
      assertThat(answer).isEqualTo(7);
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isBetween(Duration.ofMillis(160), Duration.ofMillis(600));
    }
  }

  @Test
  void forward_tenMegabytesWithChangingDelay_keepsOrder() throws Exception {
    // Given
    byte[] sent = new byte[10 * MEGABYTE];
    new Random(1).nextBytes(sent);
    serve(LinkTest::echo);
    try (Socket socket = connect()) {
      // When
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(() -> writeSlowing(socket, sent), threads);
      byte[] received = socket.getInputStream().readNBytes(sent.length);

      // Then
      sending.join();
      assertThat(received).isEqualTo(sent);
      await().untilAsserted(() -> assertThat(link.bytesForwarded()).isEqualTo(2L * sent.length));
    }
  }

  @Test
  void cut_openConnection_isSilentAndLosesNothing() throws IOException {
    // Given
    serve(LinkTest::echo);
    try (Socket socket = connect()) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);

      // When
      link.cut();
      socket.getOutputStream().write(2);

      // Then
      assertSilent(socket);
      link.heal();
      assertThat(socket.getInputStream().read()).isEqualTo(2);
    }
  }

  @Test
  void cut_newConnection_hangsUntilHealed() throws IOException {
    // Given
    serve(LinkTest::echo);
    link.cut();
    try (Socket socket = connect()) {
      // When
      socket.getOutputStream().write(3);

      // Then
      assertSilent(socket);
      link.heal();
      assertThat(socket.getInputStream().read()).isEqualTo(3);
    }
  }

  @Test
  void forward_targetDoesNotRead_holdsTheSenderBack() throws Exception {
    // Given
    CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(this::accept, threads);
    byte[] data = new byte[64 * MEGABYTE];
    try (Socket socket = connect()) {
      // When
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(() -> write(socket, data), threads);

      // Then
      await()
          .during(Duration.ofMillis(300))
          .atMost(Duration.ofSeconds(5))
          .until(() -> !sending.isDone());
      byte[] received = accepted.join().getInputStream().readNBytes(data.length);
      sending.join();
      assertThat(received).hasSameSizeAs(data);
    }
  }

  @Test
  void close_senderEndsAfterLastByte_targetSeesAllThenTheEnd() throws Exception {
    // Given
    link.delay(Duration.ofMillis(30));
    CompletableFuture<Socket> accepted = CompletableFuture.supplyAsync(this::accept, threads);

    // When
    try (Socket socket = connect()) {
      write(socket, new byte[1000]);
    }

    // Then
    assertThat(accepted.join().getInputStream().readAllBytes()).hasSize(1000);
  }

  @Test
  void connect_nothingListensAtTarget_isClosed() throws IOException {
    // Given
    server.close();
    try (Socket socket = connect()) {
      // When
      int read = socket.getInputStream().read();

      // Then
      assertThat(read).isEqualTo(-1);
    }
  }

  @Test
  void reset_openConnection_isClosed() throws IOException {
    // Given
    serve(LinkTest::echo);
    try (Socket socket = connect()) {
      socket.getOutputStream().write(1);
      assertThat(socket.getInputStream().read()).isEqualTo(1);

      // When
      link.reset();

      // Then
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  private interface Conversation {
    void hold(Socket socket) throws IOException;
  }

  private void serve(Conversation conversation) {
    threads.execute(
        () -> {
          try (Socket socket = accept()) {
            conversation.hold(socket);
          } catch (SocketException closedByTheTest) {
            assertThat(closedByTheTest).isNotNull();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static void echo(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    in.transferTo(out);
  }

  private Socket accept() {
    try {
      return server.accept();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), link.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(10_000);
    return socket;
  }

  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(200);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(10_000);
  }

  private void writeSlowing(Socket socket, byte[] data) {
    int part = data.length / 10;
    for (int i = 0; i < 10; i++) {
      link.delay(Duration.ofMillis(10L * (10 - i)));
      write(socket, Arrays.copyOfRange(data, i * part, (i + 1) * part));
    }
  }

  private static void write(Socket socket, byte[] data) {
    try {
      socket.getOutputStream().write(data);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
