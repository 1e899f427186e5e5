package dev.meridian.id.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionIdException;
import dev.meridian.id.RegionRegistry;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Ids in JSON: always a string, as a value and as a map's key.
 *
 * <p>A number is refused whatever the mapper's coercion settings say: the 64 bits don't survive a
 * reader that counts in doubles, and so would name another payment. A text that is no id is refused
 * with the sentence of {@link RegionIdException}. Both are Jackson's {@code
 * MismatchedInputException}.
 */
public final class RegionIdModule extends SimpleModule {

  private static final long serialVersionUID = 1;

  /** A module that reads ids of these regions. */
  public RegionIdModule(RegionRegistry registry) {
    this(always(registry));
  }

  /** A module that asks for the regions when the first id is read, which may be long after this. */
  public RegionIdModule(Supplier<RegionRegistry> registry) {
    super("meridian-region-id");
    Objects.requireNonNull(registry, "registry");
    addSerializer(new Writer());
    addDeserializer(RegionId.class, new Reader(registry));
    addKeySerializer(RegionId.class, new KeyWriter());
    addKeyDeserializer(RegionId.class, new KeyReader(registry));
  }

  private static Supplier<RegionRegistry> always(RegionRegistry registry) {
    Objects.requireNonNull(registry, "registry");
    return () -> registry;
  }

  private static final class Writer extends StdSerializer<RegionId> {

    private static final long serialVersionUID = 1;

    Writer() {
      super(RegionId.class);
    }

    @Override
    public void serialize(RegionId id, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeString(id.text());
    }
  }

  private static final class KeyWriter extends StdSerializer<RegionId> {

    private static final long serialVersionUID = 1;

    KeyWriter() {
      super(RegionId.class);
    }

    @Override
    public void serialize(RegionId id, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      json.writeFieldName(id.text());
    }
  }

  private static final class Reader extends StdDeserializer<RegionId> {

    private static final long serialVersionUID = 1;

    private final transient Supplier<RegionRegistry> registry;

    Reader(Supplier<RegionRegistry> registry) {
      super(RegionId.class);
      this.registry = registry;
    }

    @Override
    public RegionId deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      if (!json.hasToken(JsonToken.VALUE_STRING)) {
        return context.reportInputMismatch(
            RegionId.class,
            "an id is a string such as \"pay-eu-0200800000001ex\", not %s: put it in quotes as it was given out",
            json.hasToken(JsonToken.VALUE_NUMBER_INT) ? "a number" : json.currentToken());
      }
      try {
        return RegionId.parse(json.getText(), registry.get());
      } catch (RegionIdException e) {
        throw context.weirdStringException(json.getText(), RegionId.class, e.getMessage());
      }
    }
  }

  private static final class KeyReader extends KeyDeserializer {

    private final Supplier<RegionRegistry> registry;

    KeyReader(Supplier<RegionRegistry> registry) {
      this.registry = registry;
    }

    @Override
    public RegionId deserializeKey(String key, DeserializationContext context) throws IOException {
      try {
        return RegionId.parse(key, registry.get());
      } catch (RegionIdException e) {
        throw context.weirdKeyException(RegionId.class, key, e.getMessage());
      }
    }
  }
}
