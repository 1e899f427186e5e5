package dev.meridian.ledger.homeregion;

import dev.meridian.id.Region;
import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.HomeRegionResolver;

/**
 * This region and how it tells its own accounts from others'. Immutable.
 *
 * @param region the region that this service runs in
 * @param registry all regions
 * @param resolver finds an account's home
 */
public record HomeRegion(Region region, RegionRegistry registry, HomeRegionResolver resolver) {

  /**
   * Reads the configuration's texts.
   *
   * @throws IllegalArgumentException saying which value is wrong and what may stand there
   */
  public static HomeRegion of(String region, String regions, String mode) {
    RegionRegistry registry = RegionRegistry.parse(regions);
    return new HomeRegion(registry.region(region), registry, HomeRegionResolver.of(mode, registry));
  }

  /** This region's code. */
  public String code() {
    return region.code();
  }

  /** Whether there is a region of this code, so that a message to it can leave. */
  public boolean knows(String regionCode) {
    return registry.contains(regionCode);
  }
}
