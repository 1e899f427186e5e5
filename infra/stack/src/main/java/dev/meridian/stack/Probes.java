package dev.meridian.stack;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** One look at a server on 127.0.0.1: bounded, and an exception or false means "not yet". */
final class Probes {

  private static final int LIMIT_MILLIS = 2_000;

  private Probes() {}

  static boolean listens(int port) throws IOException {
    try (Socket socket = connect(port)) {
      return socket.isConnected();
    }
  }

  /** Whether Redis answers a PING, which it doesn't before its data is loaded. */
  static boolean redisAnswers(int port) throws IOException {
    try (Socket socket = connect(port)) {
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes("+PONG".length());
      return new String(answer, StandardCharsets.US_ASCII).equals("+PONG");
    }
  }

  static boolean httpAnswers200(int port, String path) throws IOException {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setConnectTimeout(LIMIT_MILLIS);
    connection.setReadTimeout(LIMIT_MILLIS);
    try {
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } finally {
      connection.disconnect();
    }
  }

  private static Socket connect(int port) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }
}
