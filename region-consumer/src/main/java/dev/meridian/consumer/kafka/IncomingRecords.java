package dev.meridian.consumer.kafka;

import dev.meridian.consumer.intake.Incoming;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.MessageCodec;
import dev.meridian.outbox.Header;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Turns Kafka's records into incoming ones, bytes untouched, and reads them. Stateless. */
public final class IncomingRecords {
  private IncomingRecords() {}

  /** In the order of the batch: per partition that of the offsets. */
  static List<Incoming> of(ConsumerRecords<byte[], byte[]> records) {
    List<Incoming> incoming = new ArrayList<>(records.count());
    records.forEach(record -> incoming.add(of(record)));
    return incoming;
  }

  /** What a record says; never throws for what a producer sent. */
  public static Decoded decode(MessageCodec codec, Incoming incoming) {
    RecordHeaders headers = new RecordHeaders();
    incoming.headers().forEach(header -> headers.add(header.name(), header.value()));
    return codec.decode(headers, incoming.payload());
  }

  private static Incoming of(ConsumerRecord<byte[], byte[]> record) {
    List<Header> headers = new ArrayList<>();
    record.headers().forEach(header -> headers.add(new Header(header.key(), header.value())));
    return new Incoming(
        record.topic(), record.partition(), record.offset(), record.key(), headers, record.value());
  }
}
