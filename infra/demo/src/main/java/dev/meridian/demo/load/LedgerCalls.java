package dev.meridian.demo.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls that change a ledger, over HTTP. A ledger that is busy or doesn't answer in time is asked
 * again, with pauses that double, until a limit: the caller makes sure that a repeat does no harm.
 * Any other refusal is final. Blocks; thread-safe.
 */
final class LedgerCalls {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final Set<Integer> DONE = Set.of(200, 201);
  private static final int UNAVAILABLE = 503;

  private final Duration limit;
  private final Duration firstPause;
  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER_LIMIT)
          .build();

  /**
   * @param limit after which a call is not begun again
   * @param firstPause before the second try
   */
  LedgerCalls(Duration limit, Duration firstPause) {
    this.limit = limit;
    this.firstPause = firstPause;
  }

  ObjectNode body() {
    return json.createObjectNode();
  }

  /**
   * Posts, and reads the answer.
   *
   * @throws LoadException if the ledger refuses, or the limit is over; with its last answer
   * @throws IOException if the ledger was not reached at the last try
   */
  JsonNode post(URI to, ObjectNode body) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(to)
            .timeout(ANSWER_LIMIT)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body)))
            .build();
    long began = System.nanoTime();
    long pauseNanos = firstPause.toNanos();
    while (true) {
      boolean last = System.nanoTime() - began + pauseNanos > limit.toNanos();
      try {
        HttpResponse<String> answer = send(request);
        if (DONE.contains(answer.statusCode())) {
          return json.readTree(answer.body());
        }
        if (last || answer.statusCode() != UNAVAILABLE) {
          throw new LoadException(
              "POST %s answered %d: %s".formatted(to, answer.statusCode(), answer.body()), null);
        }
      } catch (InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        if (last) {
          throw e;
        }
      }
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    }
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + request.uri());
    }
  }
}
