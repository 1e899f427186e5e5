package dev.meridian.messages;

import java.util.Map;

/**
 * A message as it goes to a topic.
 *
 * @param headers CloudEvents attributes by header name, in a fixed order
 * @param payload the data as UTF-8 JSON
 */
@SuppressWarnings("ArrayRecordComponent") // handed on to the outbox, never compared
public record Encoded(Map<String, String> headers, byte[] payload) {}
