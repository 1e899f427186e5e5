package dev.meridian.id.jaxrs;

import dev.meridian.id.RegionId;
import dev.meridian.id.RegionIdException;
import dev.meridian.id.RegionRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.ext.ParamConverter;
import jakarta.ws.rs.ext.ParamConverterProvider;
import jakarta.ws.rs.ext.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads parameters of type {@link RegionId}. What is no id is a 400 with the sentence of {@link
 * RegionIdException}, in paths too (where Jakarta REST would say 404). An absent parameter is null.
 * Thread-safe.
 */
@Provider
@Singleton
public class RegionIdParamConverterProvider implements ParamConverterProvider {

  private final ParamConverter<RegionId> converter;

  /** A provider for ids of these regions. */
  public RegionIdParamConverterProvider(RegionRegistry registry) {
    this(always(registry));
  }

  /** A provider that asks for the regions when the first id is read. */
  @Inject
  public RegionIdParamConverterProvider(jakarta.inject.Provider<RegionRegistry> registry) {
    this.converter = new Converter(Objects.requireNonNull(registry, "registry"));
  }

  private static jakarta.inject.Provider<RegionRegistry> always(RegionRegistry registry) {
    Objects.requireNonNull(registry, "registry");
    return () -> registry;
  }

  @Override
  @SuppressWarnings("unchecked") // T is RegionId
  public <T> @Nullable ParamConverter<T> getConverter(
      Class<T> rawType, Type genericType, Annotation[] annotations) {
    return rawType.equals(RegionId.class) ? (ParamConverter<T>) converter : null;
  }

  private record Converter(jakarta.inject.Provider<RegionRegistry> registry)
      implements ParamConverter<RegionId> {

    @Override
    public @Nullable RegionId fromString(@Nullable String value) {
      if (value == null) {
        return null;
      }
      try {
        return RegionId.parse(value, registry.get());
      } catch (RegionIdException e) {
        throw new BadRequestException(e.getMessage(), e);
      }
    }

    @Override
    public String toString(RegionId id) {
      return id.text();
    }
  }
}
