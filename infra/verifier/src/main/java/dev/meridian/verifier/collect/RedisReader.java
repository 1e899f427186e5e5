package dev.meridian.verifier.collect;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The few commands that reading marks takes, without a client library: a digest reads only, and
 * shares nothing with what it judges. Source: Redis serialization protocol, version 2. Texts are
 * bytes, one per character. Blocks for {@link #ANSWER_WITHIN} at most; not thread-safe.
 */
final class RedisReader implements AutoCloseable {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);
  private static final int DEFAULT_PORT = 6379;

  private final Socket socket = new Socket();
  private final DataInputStream in;

  RedisReader(URI uri) throws IOException {
    int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    int millis = (int) ANSWER_WITHIN.toMillis();
    socket.setSoTimeout(millis);
    socket.connect(new InetSocketAddress(uri.getHost(), port), millis);
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
  }

  /** What Redis answers to a command that it won't or can't do. */
  record Refusal(String why) {}

  /** A text, a number, a list, a refusal, or null. */
  @Nullable Object ask(List<String> command) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(("*" + command.size() + "\r\n").getBytes(ISO_8859_1));
    for (String part : command) {
      out.write(("$" + part.length() + "\r\n" + part + "\r\n").getBytes(ISO_8859_1));
    }
    socket.getOutputStream().write(out.toByteArray());
    return answer();
  }

  private @Nullable Object answer() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+' -> rest;
      case '-' -> new Refusal(rest);
      case ':' -> Long.valueOf(rest);
      case '$' -> text(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException("Redis answers " + line);
    };
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.readUnsignedByte(); c != '\r'; c = in.readUnsignedByte()) {
      line.append((char) c);
    }
    in.readByte();
    return line.toString();
  }

  private @Nullable String text(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    in.readShort();
    return new String(bytes, ISO_8859_1);
  }

  private List<@Nullable Object> list(int size) throws IOException {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      list.add(answer());
    }
    return list;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
