package dev.meridian.messages;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages to records and reads them back: CloudEvents 1.0, Kafka protocol binding, binary
 * content mode, JSON data. Unknown fields are ignored; an unknown kind or a newer major version is
 * refused; no scalar is coerced into another (a number is no id). Thread-safe, doesn't block.
 */
public final class MessageCodec {
  public static final String ID = "ce_id";
  public static final String TYPE = "ce_type";
  public static final String BUSINESS_KEY = "ce_businesskey";
  public static final String REQUEST_KEY = "ce_requestkey";
  public static final String TIME = "ce_time";
  public static final String ORIGIN_REGION = "ce_originregion";

  /** Written again at each sending, from the outbox row's own count. */
  public static final String ATTEMPT = "ce_attempt";

  public static final String TRACEPARENT = "ce_traceparent";
  public static final String RESOLVER_MODE = "ce_resolvermode";

  /** Written only if the message was sent on. */
  public static final String HOPS = "ce_hops";

  private static final int MAJOR = 1;
  private static final Pattern TYPE_FORMAT =
      Pattern.compile("dev\\.meridian\\.([A-Za-z]+)\\.v([0-9]{1,4})");

  private final ObjectMapper json = mapper();
  private final String source;

  /**
   * A codec of one service.
   *
   * @param source the CloudEvents source of what this codec writes, such as {@code
   *     /meridian/ledger/eu}
   */
  public MessageCodec(String source) {
    this.source = source;
  }

  public Encoded encode(Message message) {
    Envelope e = message.envelope();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("ce_specversion", "1.0");
    headers.put(ID, e.messageId());
    headers.put("ce_source", source);
    headers.put(TYPE, "dev.meridian." + message.kind().typeName() + ".v" + MAJOR);
    headers.put(TIME, e.occurredAt().toString());
    headers.put(BUSINESS_KEY, e.businessKey().text());
    headers.put(REQUEST_KEY, e.requestKey());
    headers.put(ORIGIN_REGION, e.originRegion());
    headers.put(ATTEMPT, Integer.toString(e.attempt()));
    putIfPresent(headers, TRACEPARENT, e.traceparent());
    putIfPresent(headers, RESOLVER_MODE, e.resolverMode());
    putIfPresent(headers, HOPS, e.hops() == 0 ? null : Integer.toString(e.hops()));
    headers.put("content-type", "application/json");
    return new Encoded(headers, write(message.body()));
  }

  public Decoded decode(Headers headers, byte @Nullable [] payload) {
    if (payload == null) {
      return new Decoded.Tombstone();
    }
    try {
      Kind kind = kind(required(headers, TYPE));
      return new Decoded.Valid(new Message(envelope(headers), read(kind, payload)));
    } catch (InvalidMessageException refused) {
      return new Decoded.Unreadable(refused.refusal(), detail(refused));
    }
  }

  private static Kind kind(String type) {
    Matcher format = TYPE_FORMAT.matcher(type);
    Optional<Kind> kind = format.matches() ? Kind.named(format.group(1)) : Optional.empty();
    if (kind.isEmpty()) {
      throw new InvalidMessageException(Refusal.UNKNOWN_KIND, "no kind is called " + type);
    }
    if (Integer.parseInt(format.group(2)) != MAJOR) {
      throw new InvalidMessageException(
          Refusal.UNSUPPORTED_VERSION, type + " is of another major version than " + MAJOR);
    }
    return kind.get();
  }

  private static Envelope envelope(Headers headers) {
    return new Envelope(
        required(headers, ID),
        new BusinessKey(required(headers, BUSINESS_KEY)),
        required(headers, REQUEST_KEY),
        instant(required(headers, TIME)),
        required(headers, ORIGIN_REGION),
        number(headers, ATTEMPT, 1),
        optional(headers, TRACEPARENT),
        optional(headers, RESOLVER_MODE),
        number(headers, HOPS, 0));
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new InvalidMessageException(
          Refusal.BAD_ENVELOPE, TIME + " must be an RFC 3339 time in UTC: " + text);
    }
  }

  private static int number(Headers headers, String name, int ifAbsent) {
    String text = optional(headers, name);
    try {
      return text == null ? ifAbsent : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InvalidMessageException(
          Refusal.BAD_ENVELOPE, name + " must be a whole number: " + text);
    }
  }

  private static String required(Headers headers, String name) {
    String value = optional(headers, name);
    if (value == null) {
      throw new InvalidMessageException(Refusal.BAD_ENVELOPE, "the header " + name + " is missing");
    }
    return value;
  }

  private static @Nullable String optional(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null
        ? null
        : Checks.storable(new String(header.value(), StandardCharsets.UTF_8), name);
  }

  private Body read(Kind kind, byte[] payload) {
    try {
      Body body = json.readValue(payload, kind.body());
      return Checks.present(body, "data");
    } catch (JsonProcessingException e) {
      if (e.getCause() instanceof InvalidMessageException invalid) {
        throw invalid;
      }
      throw new InvalidMessageException(Refusal.BROKEN_JSON, e.getOriginalMessage());
    } catch (IOException e) {
      throw new InvalidMessageException(Refusal.BROKEN_JSON, e.toString());
    }
  }

  private byte[] write(Body body) {
    try {
      return json.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a body that can't be written: " + body, e);
    }
  }

  private static void putIfPresent(
      Map<String, String> headers, String name, @Nullable String value) {
    if (value != null) {
      headers.put(name, value);
    }
  }

  private static String detail(InvalidMessageException refused) {
    String message = refused.getMessage();
    return message == null ? refused.refusal().name() : message;
  }

  private static ObjectMapper mapper() {
    return JsonMapper.builder()
        .addModule(new JavaTimeModule())
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
        .withCoercionConfig(
            LogicalType.Textual,
            c ->
                c.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .build();
  }
}
