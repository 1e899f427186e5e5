package dev.meridian.demo.load;

import dev.meridian.messages.Body;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.verifier.check.Sent;
import dev.meridian.verifier.check.SentRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes down what went to which region, as the verifier wants to know it: each request once, with
 * how often it was sent. Thread-safe.
 */
public final class SentJournal {
  private final MessageCodec codec = new MessageCodec("/meridian/demo/journal");
  private final Map<SentRequest, Long> deliveries = new HashMap<>();

  /** Notes a record that was acknowledged. */
  public synchronized void add(String target, ProducerRecord<String, byte[]> record) {
    deliveries.merge(request(target, record), 1L, Long::sum);
  }

  /** How many records were noted. */
  public synchronized long records() {
    return deliveries.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Everything noted so far. */
  public synchronized Sent sent() {
    return Sent.of(requests());
  }

  /** Everything noted so far, as a list. */
  public synchronized List<SentRequest> requests() {
    return deliveries.entrySet().stream()
        .map(e -> e.getKey().withDeliveries(e.getValue()))
        .toList();
  }

  private SentRequest request(String target, ProducerRecord<String, byte[]> record) {
    Decoded decoded = codec.decode(record.headers(), record.value());
    if (decoded instanceof Decoded.Valid valid
        && valid.message().body() instanceof Body.PaymentRequested payment) {
      return request(target, valid.message(), payment).orParkedAs(record.value());
    }
    return SentRequest.undecodable(target, record.value(), 1);
  }

  private static SentRequest request(
      String target, Message message, Body.PaymentRequested payment) {
    Fingerprint fingerprint =
        Fingerprint.of(message.kind(), message.envelope().businessKey(), payment.intent());
    return SentRequest.payment(
        target,
        message.envelope().businessKey(),
        message.envelope().requestKey(),
        fingerprint.hex(),
        1);
  }
}
