package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.meridian.demo.load.AccountOpener;
import dev.meridian.demo.plan.AccountRef;
import dev.meridian.demo.plan.PlannedAccount;
import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.messages.Body;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README's example, told to the end on a real region. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DebitThreeTimesIT {
  private static final String REGION = "eu";
  private static final AccountRef.Opened ALICE = new AccountRef.Opened(REGION, 0);
  private static final AccountRef.Opened SHOP = new AccountRef.Opened(REGION, 1);
  private static final Duration SOON = Duration.ofSeconds(60);

  private final MessageCodec codec = new MessageCodec("/meridian/test/eu");

  @TempDir Path folder;

  @Test
  void debit_deliveredThreeTimes_movesTheBalanceOnceAndAnswersEach() throws Exception {
    // Given Alice with 100.00 EUR and a shop with nothing
    DemoOptions options = DemoOptions.of(1).regions(List.of(REGION)).build();
    try (DemoStack regions = new DemoStack(options, folder);
        Backlog backlog = backlogOf(regions)) {
      Map<AccountRef.Opened, String> ids =
          new AccountOpener().open(List.of(customer(), merchant()), regions.ledgers());
      String alice = Objects.requireNonNull(ids.get(ALICE));
      String shop = Objects.requireNonNull(ids.get(SHOP));

      // When one debit of 30.00 EUR is delivered three times
      deliverThreeTimes(regions, pay(alice, shop));

      // Then the balance moves once, and each delivery is answered and acknowledged
      List<Message> answers = awaitAnswers(regions, 3);
      assertThat(answers)
          .extracting(Message::body)
          .hasSize(3)
          .allMatch(Body.Settled.class::isInstance);
      assertThat(balance(regions, alice)).isEqualTo(70_00);
      assertThat(balance(regions, shop)).isEqualTo(30_00);
      RegionView view = regions.views().get(0);
      assertThat(number(view, "select count(*) from entry where kind = 'PAY'")).isEqualTo(1);
      assertThat(
              number(
                  view,
                  "select sum(n) from delivery_count where outcome = 'duplicate' and tier = 'ledger'"))
          .isEqualTo(2);
      await()
          .atMost(SOON)
          .until(
              () ->
                  backlog
                          .offsets(REGION)
                          .unacknowledged(Backlog.LEDGER_GROUP, List.of(Topics.commands(REGION)))
                      == 0);
    }
  }

  private static Backlog backlogOf(DemoStack regions) {
    regions.start();
    return new Backlog(regions.views());
  }

  private static PlannedAccount customer() {
    return new PlannedAccount(ALICE, PlannedAccount.Kind.CUSTOMER, "EUR", 100_00);
  }

  private static PlannedAccount merchant() {
    return new PlannedAccount(SHOP, PlannedAccount.Kind.MERCHANT, "EUR", 0);
  }

  private static Message pay(String payer, String payee) {
    Intent intent = new Intent("acme", "order-1", payer, payee, 30_00, "EUR");
    Envelope envelope =
        new Envelope(
            "cmd-1",
            intent.businessKey("try-1"),
            "try-1",
            Instant.parse("2026-01-02T03:04:05Z"),
            REGION,
            1,
            null,
            "account");
    return new Message(envelope, new Body.Pay("pay-1", intent));
  }

  private void deliverThreeTimes(DemoStack regions, Message message) throws Exception {
    Encoded encoded = codec.encode(message);
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", regions.views().get(0).kafka()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < 3; i++) {
        ProducerRecord<String, byte[]> record =
            new ProducerRecord<>(Topics.commands(REGION), message.recordKey(), encoded.payload());
        encoded
            .headers()
            .forEach(
                (name, value) ->
                    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        producer.send(record).get(30, TimeUnit.SECONDS);
      }
    }
  }

  private List<Message> awaitAnswers(DemoStack regions, int count) {
    List<Message> answers = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                regions.views().get(0).kafka(),
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest"),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      String topic = Topics.results(REGION);
      consumer.assign(
          IntStream.range(0, consumer.partitionsFor(topic).size())
              .mapToObj(i -> new TopicPartition(topic, i))
              .toList());
      await()
          .atMost(SOON)
          .until(
              () -> {
                consumer
                    .poll(Duration.ofMillis(100))
                    .forEach(r -> answers.add(read(codec.decode(r.headers(), r.value()))));
                return answers.size() >= count;
              });
    }
    return answers;
  }

  private static Message read(Decoded decoded) {
    return ((Decoded.Valid) decoded).message();
  }

  private static long balance(DemoStack regions, String account)
      throws IOException, InterruptedException {
    URI uri = URI.create(regions.ledgers().get(REGION) + "/accounts/" + account);
    String body =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    assertThat(body).contains("\"balanceMinor\":");
    return Long.parseLong(body.replaceAll(".*\"balanceMinor\":(-?[0-9]+).*", "$1"));
  }

  private static long number(RegionView view, String query) throws SQLException {
    try (Connection connection = view.ledger().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
