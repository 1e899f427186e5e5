package dev.meridian.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.Body;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes payments and writes messages, good and bad ones, to a broker. */
final class TestProducer implements AutoCloseable {
  static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");
  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final IdGenerator ACCOUNTS =
      new IdGenerator(new IdKind("acc"), REGISTRY.region("eu"), new InMemoryBlockStore());
  private static final MessageCodec CODEC = new MessageCodec("/test");

  private final KafkaProducer<byte[], byte[]> producer;

  TestProducer(String bootstrapServers) {
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @Override
  public void close() {
    producer.close();
  }

  record Payment(String key, Intent intent, Envelope envelope) {}

  static Payment payment() {
    String key = "s" + NAMES.incrementAndGet();
    Intent intent = new Intent("shop", null, account(), account(), 1_000, "EUR");
    Envelope envelope =
        new Envelope(
            "msg-" + key, intent.businessKey(key), key, Instant.now(), "eu", 1, null, null);
    return new Payment(key, intent, envelope);
  }

  Payment send(Payment payment) throws Exception {
    handOver(payment).get();
    return payment;
  }

  Future<RecordMetadata> handOver(Payment payment) {
    return hand(
        "payments.eu", new Message(payment.envelope, Body.PaymentRequested.of(payment.intent)));
  }

  void send(String topic, Message message) throws Exception {
    hand(topic, message).get();
  }

  Future<RecordMetadata> hand(String topic, Message message) {
    Encoded encoded = CODEC.encode(message);
    return producer.send(record(topic, message, encoded.payload()));
  }

  void sendBytes(Payment payment, String json) throws Exception {
    Message honest = new Message(payment.envelope, Body.PaymentRequested.of(payment.intent));
    producer.send(record("payments.eu", honest, json.getBytes(UTF_8))).get();
  }

  ProducerRecord<byte[], byte[]> record(String topic, Message message, byte[] payload) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, message.recordKey().getBytes(UTF_8), payload);
    CODEC
        .encode(message)
        .headers()
        .forEach((name, value) -> record.headers().add(name, value.getBytes(UTF_8)));
    return record;
  }

  static String body(String amount, String currency, String tenant) {
    return """
        {"tenant":"%s","payer":"%s","payee":"%s","amountMinor":%s,"currency":"%s"}"""
        .formatted(tenant, account(), account(), amount, currency);
  }

  static String payToSelf() {
    String account = account();
    return """
        {"tenant":"shop","payer":"%s","payee":"%s","amountMinor":5,"currency":"EUR"}"""
        .formatted(account, account);
  }

  static String account() {
    return ACCOUNTS.nextId().text();
  }

  static String id(String kind, String region) {
    return new IdGenerator(new IdKind(kind), REGISTRY.region(region), new InMemoryBlockStore())
        .nextId()
        .text();
  }
}
