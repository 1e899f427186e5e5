package dev.meridian.outbox;

import java.nio.ByteBuffer;

/**
 * What records are ordered by: a topic and the bytes of a key, none being the same as no bytes.
 * Equal by content.
 */
record ChainKey(String topic, ByteBuffer key) {
  static ChainKey of(OutboxRecord record) {
    byte[] key = record.key();
    return new ChainKey(record.topic(), ByteBuffer.wrap(key == null ? new byte[0] : key));
  }

  byte[] bytes() {
    byte[] bytes = new byte[key.remaining()];
    key.duplicate().get(bytes);
    return bytes;
  }
}
