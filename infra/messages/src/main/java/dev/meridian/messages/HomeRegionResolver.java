package dev.meridian.messages;

import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one region that owns an account's balance: by the region in the account's id, or one
 * region for all accounts. Every service of a deployment must use the same mode, so the mode goes
 * with each message. Immutable.
 */
public final class HomeRegionResolver {
  private static final String BY_ACCOUNT = "account";
  private static final String SINGLE = "single:";

  private final String mode;
  private final RegionRegistry registry;
  private final @Nullable String single;

  private HomeRegionResolver(String mode, RegionRegistry registry, @Nullable String single) {
    this.mode = mode;
    this.registry = registry;
    this.single = single;
  }

  /**
   * Reads the mode from configuration.
   *
   * @param mode {@code account}, or {@code single:} and a region's code
   * @throws IllegalArgumentException for any other text, or a region that isn't in the registry
   */
  public static HomeRegionResolver of(String mode, RegionRegistry registry) {
    if (mode.equals(BY_ACCOUNT)) {
      return new HomeRegionResolver(mode, registry, null);
    }
    if (mode.startsWith(SINGLE) && registry.contains(mode.substring(SINGLE.length()))) {
      return new HomeRegionResolver(mode, registry, mode.substring(SINGLE.length()));
    }
    throw new IllegalArgumentException(
        "meridian.home is '%s': write 'account', or 'single:' and one of the regions %s"
            .formatted(mode, registry.codes()));
  }

  /**
   * The region that owns the account's balance.
   *
   * @throws InvalidMessageException UNKNOWN_ACCOUNT if no region can own the account
   */
  public String homeOf(String accountId) {
    String region = regionOf(accountId);
    return single == null ? region : single;
  }

  /** The text that goes with messages and into configuration. */
  public String mode() {
    return mode;
  }

  private String regionOf(String accountId) {
    RegionId id = parsed(accountId);
    if (!id.text().equals(accountId)) {
      throw new InvalidMessageException(
          Refusal.UNKNOWN_ACCOUNT,
          "%s is spelt otherwise than it was given out: write %s".formatted(accountId, id.text()));
    }
    return id.region().code();
  }

  /** Other spellings read back as the same id; as part of a business key they would be another. */
  private RegionId parsed(String accountId) {
    try {
      return RegionId.parse(accountId, registry);
    } catch (IllegalArgumentException e) {
      throw new InvalidMessageException(
          Refusal.UNKNOWN_ACCOUNT, "not an account id: " + e.getMessage());
    }
  }
}
