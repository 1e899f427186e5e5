package dev.meridian.demo;

import dev.meridian.stack.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An operator's hands on a Redis: commands whose answer is one line. */
final class RedisHands {
  /** Longer than it is ever paused. */
  private static final int ANSWER_LIMIT_MILLIS = 90_000;

  private RedisHands() {}

  static void command(RedisServer redis, String command) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
      socket.setSoTimeout(ANSWER_LIMIT_MILLIS);
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
      String answer =
          new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
              .readLine();
      if (answer == null || !answer.startsWith("+")) {
        throw new AssertionError(command + ": " + answer);
      }
    } catch (IOException e) {
      throw new AssertionError(command, e);
    }
  }
}
