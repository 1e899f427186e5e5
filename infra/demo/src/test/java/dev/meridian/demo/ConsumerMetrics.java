package dev.meridian.demo;

import dev.meridian.stack.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** What a region-consumer says of itself over HTTP. Blocks. */
final class ConsumerMetrics {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final ServiceProcess consumer;

  ConsumerMetrics(ServiceProcess consumer) {
    this.consumer = consumer;
  }

  /** Whether reading or writing marks is given up for the moment. */
  boolean hotIsDegraded() {
    return sum("meridian_dedup_hot_degraded", "") > 0;
  }

  /** Messages that hot marks have answered in this way so far, such as {@code hit}. */
  double hotAnswers(String answer) {
    return sum("meridian_dedup_hot_", "answer=\"" + answer + "\"");
  }

  private double sum(String name, String label) {
    return get(consumer, "/q/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name) && line.contains(label))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  static HttpResponse<String> get(ServiceProcess service, String path) {
    try {
      return HTTP.send(
          HttpRequest.newBuilder(URI.create(service.url() + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(service.name() + " doesn't answer " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
