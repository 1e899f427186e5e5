package dev.meridian.stack;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A program that looks like a packaged service from outside: ready, and it tells its environment.
 */
final class FakeService {

  private FakeService() {}

  public static void main(String[] arguments) throws IOException {
    if (System.getenv("FAIL") != null) {
      throw new IOException("no configuration for " + System.getenv("MERIDIAN_REGION"));
    }
    int port = Integer.parseInt(System.getenv("QUARKUS_HTTP_PORT"));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = System.getenv().toString().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }
}
