package dev.meridian.messages;

/**
 * One message: its envelope and its data.
 *
 * @param envelope who, when, which intent
 * @param body the data; its class is the kind
 */
public record Message(Envelope envelope, Body body) {
  public Kind kind() {
    return body.kind();
  }

  public String recordKey() {
    return body.recordKey(envelope);
  }
}
