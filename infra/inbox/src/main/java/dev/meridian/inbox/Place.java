package dev.meridian.inbox;

/** Where a record lies in Kafka. */
public record Place(String topic, int partition, long offset) {
  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
