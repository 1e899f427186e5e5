package dev.meridian.verifier.digest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.Reader;

/**
 * JSON of rows and headers. Unknown fields are ignored, so that a later collector may write more; a
 * missing one is refused, since a check that doesn't know it would judge a gap. Thread-safe.
 */
public final class RowCodec {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private RowCodec() {}

  /** In one line. */
  public static String write(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(value.getClass() + " has no JSON form", e);
    }
  }

  /** One value. */
  public static <T> T read(Class<T> type, String json) throws IOException {
    return JSON.readerFor(type).readValue(json);
  }

  /** Values one after another, to the end; closing it closes the reader. */
  public static <T> MappingIterator<T> readAll(Class<T> type, Reader in) throws IOException {
    return JSON.readerFor(type).readValues(in);
  }
}
