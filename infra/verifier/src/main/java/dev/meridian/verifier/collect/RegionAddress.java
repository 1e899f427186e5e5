package dev.meridian.verifier.collect;

import org.jspecify.annotations.Nullable;

/**
 * Where one region's facts lie. Immutable.
 *
 * @param region the region's code
 * @param consumerUrl JDBC URL of region-consumer's database
 * @param ledgerUrl JDBC URL of home-region-ledger's database
 * @param user may read both
 * @param password empty if none is asked for
 * @param bootstrapServers the region's Kafka; null if it isn't to be asked
 * @param redisUri the region's Redis, such as {@code redis://redis:6379}; null if it isn't to be
 *     asked
 */
public record RegionAddress(
    String region,
    String consumerUrl,
    String ledgerUrl,
    String user,
    String password,
    @Nullable String bootstrapServers,
    @Nullable String redisUri) {

  @Override
  public String toString() {
    return "%s (%s, %s, %s)".formatted(region, consumerUrl, ledgerUrl, bootstrapServers);
  }
}
