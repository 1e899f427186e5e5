package dev.meridian.inbox;

/**
 * How far a topic's partition is consumed.
 *
 * @param topicId Kafka's id of the topic; a topic that was deleted and made again has another
 * @param nextOffset the offset after the last one consumed
 */
public record Position(String topic, int partition, String topicId, long nextOffset) {}
