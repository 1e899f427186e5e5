package dev.meridian.stack;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

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

  /** A new executable jar with nothing but this. */
  static Path packaged(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, FakeService.class.getName());
    String name = FakeService.class.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("service.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream bytecode = FakeService.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new JarEntry(name));
      bytecode.transferTo(out);
    }
    return jar;
  }
}
