package dev.meridian.id.jpa;

import dev.meridian.id.RegionId;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a {@link RegionId} as its text, in every attribute of that type. Make the column {@code
 * text COLLATE "C"}: then it sorts like the number within a kind and region. An entity's
 * {@code @Id} can't have a converter in Jakarta Persistence.
 *
 * <p>What comes from a column is read with its check symbols, but without a registry of regions:
 * that was asked when the id came in. Thread-safe.
 */
@Converter(autoApply = true)
public class RegionIdConverter implements AttributeConverter<RegionId, String> {

  @Override
  public @Nullable String convertToDatabaseColumn(@Nullable RegionId id) {
    return id == null ? null : id.text();
  }

  /**
   * Reads a column.
   *
   * @throws dev.meridian.id.RegionIdException if the column holds no id
   */
  @Override
  public @Nullable RegionId convertToEntityAttribute(@Nullable String text) {
    return text == null ? null : RegionId.parseStored(text);
  }
}
