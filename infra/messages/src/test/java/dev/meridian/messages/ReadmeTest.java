package dev.meridian.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** What the README shows is what compiles and runs here. */
class ReadmeTest {

  @Test
  void example_encodesWhatADecoderReads() {
    String payer = "acc-1";
    String payee = "acc-2";
    String requestKey = "try-1";
    String messageId = "shop-1";
    Instant now = Instant.parse("2026-01-02T03:04:05Z");

    MessageCodec codec = new MessageCodec("/shop/checkout");
    Intent intent = new Intent("acme", "order-1", payer, payee, 30_00, "EUR");
    Envelope envelope =
        new Envelope(
            messageId, intent.businessKey(requestKey), requestKey, now, "eu", 1, null, null);
    Encoded record = codec.encode(new Message(envelope, Body.PaymentRequested.of(intent)));

    RecordHeaders headers = new RecordHeaders();
    record
        .headers()
        .forEach((name, value) -> headers.add(name, value.getBytes(StandardCharsets.UTF_8)));
    assertThat(codec.decode(headers, record.payload()))
        .isEqualTo(new Decoded.Valid(new Message(envelope, Body.PaymentRequested.of(intent))));
  }

  @Test
  void readme_codeBlock_standsInThisTest() throws IOException {
    Path module = Path.of(System.getProperty("meridian.root"), "infra", "messages");
    String readme = Files.readString(module.resolve("README.md"));
    String block = readme.substring(readme.indexOf("```java") + 7, readme.lastIndexOf("```"));
    String source =
        Files.readString(module.resolve("src/test/java/dev/meridian/messages/ReadmeTest.java"));

    assertThat(packed(source)).contains(packed(block));
  }

  private static String packed(String text) {
    return text.replaceAll("\\s+", "");
  }
}
