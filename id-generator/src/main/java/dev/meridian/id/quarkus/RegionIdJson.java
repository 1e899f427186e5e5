package dev.meridian.id.quarkus;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.meridian.id.RegionRegistry;
import dev.meridian.id.jackson.RegionIdModule;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;

/**
 * Teaches the application's JSON mapper ids. The mapper may be made before runtime configuration is
 * there, so the regions are asked for later.
 */
@Singleton
public class RegionIdJson implements ObjectMapperCustomizer {

  private final Provider<RegionRegistry> registry;

  RegionIdJson(Provider<RegionRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public void customize(ObjectMapper mapper) {
    mapper.registerModule(new RegionIdModule(registry::get));
  }
}
