package dev.meridian.demo.load;

import dev.meridian.demo.plan.Delivery;
import dev.meridian.demo.plan.PlannedPayment;
import dev.meridian.messages.Body;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes a plan's deliveries as the records that go to Kafka. Thread-safe, doesn't block. */
public final class RequestRecords {
  private static final String TENANT = "acme";

  /** As many bytes are cut off a message that is to be broken JSON. */
  private static final int CUT_BYTES = 5;

  private final MessageCodec codec = new MessageCodec("/meridian/demo/generator");
  private final AccountBook accounts;
  private final Instant begin;

  /**
   * @param begin what the plan's ages are counted back from
   */
  public RequestRecords(AccountBook accounts, Instant begin) {
    this.accounts = accounts;
    this.begin = begin;
  }

  /** The record, for {@code payments.<target>}. */
  public ProducerRecord<String, byte[]> of(Delivery delivery) {
    Message message = message(delivery);
    Encoded encoded = codec.encode(message);
    byte[] payload = damaged(encoded.payload(), delivery.payment());
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(Topics.payments(delivery.target()), message.recordKey(), payload);
    encoded
        .headers()
        .forEach(
            (name, value) -> record.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    return record;
  }

  /** The text of the intent's business key, by which its state changes are known. */
  public String businessKey(Delivery delivery) {
    return intent(delivery).businessKey(delivery.requestKey()).text();
  }

  private Message message(Delivery delivery) {
    Intent intent = intent(delivery);
    return new Message(
        new Envelope(
            delivery.messageId(),
            intent.businessKey(delivery.requestKey()),
            delivery.requestKey(),
            begin.minus(delivery.payment().age()),
            delivery.producedIn(),
            delivery.attempt(),
            null,
            null),
        Body.PaymentRequested.of(intent));
  }

  private Intent intent(Delivery delivery) {
    PlannedPayment payment = delivery.payment();
    return new Intent(
        TENANT,
        payment.clientReference(),
        accounts.id(payment.payer()),
        accounts.id(payment.payee()),
        delivery.amountMinor(),
        payment.currency());
  }

  private byte[] damaged(byte[] payload, PlannedPayment payment) {
    String text = new String(payload, StandardCharsets.UTF_8);
    String amount = "\"amountMinor\":" + payment.amountMinor();
    return switch (payment.ending()) {
      case BROKEN_JSON -> Arrays.copyOf(payload, payload.length - CUT_BYTES);
      case NUL_CHARACTER -> replaced(text, TENANT, TENANT + "\\u0000");
      case UNKNOWN_CURRENCY -> replaced(text, quoted(payment.currency()), quoted("XXQ"));
      case ZERO_AMOUNT -> replaced(text, amount, "\"amountMinor\":0");
      case PAYER_IS_PAYEE ->
          replaced(
              text, quoted(accounts.id(payment.payee())), quoted(accounts.id(payment.payer())));
      default -> payload;
    };
  }

  private static byte[] replaced(String text, String part, String by) {
    if (!text.contains(part)) {
      throw new IllegalStateException("there is no " + part + " to damage in " + text);
    }
    return text.replace(part, by).getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}
