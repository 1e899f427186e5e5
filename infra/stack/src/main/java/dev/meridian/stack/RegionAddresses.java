package dev.meridian.stack;

import java.util.List;

/**
 * Where one region's servers are reached.
 *
 * @param code the region's code
 * @param number its number in ids
 * @param kafka bootstrap servers
 * @param consumerJdbcUrl region-consumer's database, user {@code postgres}
 * @param ledgerJdbcUrl home-region-ledger's database, user {@code postgres}
 * @param redis a URI
 * @param consumerUrls HTTP addresses of all region-consumers, empty without services
 * @param ledgerUrls HTTP addresses of all home-region-ledgers, empty without services
 */
public record RegionAddresses(
    String code,
    int number,
    String kafka,
    String consumerJdbcUrl,
    String ledgerJdbcUrl,
    String redis,
    List<String> consumerUrls,
    List<String> ledgerUrls) {

  /** Copies the lists. */
  public RegionAddresses {
    consumerUrls = List.copyOf(consumerUrls);
    ledgerUrls = List.copyOf(ledgerUrls);
  }

  static RegionAddresses of(Region region) {
    return new RegionAddresses(
        region.code(),
        region.number(),
        region.kafka().bootstrap(),
        region.postgres().jdbcUrl(Region.CONSUMER_DATABASE),
        region.postgres().jdbcUrl(Region.LEDGER_DATABASE),
        region.redis().uri(),
        region.consumers().stream().map(ServiceProcess::url).toList(),
        region.ledgers().stream().map(ServiceProcess::url).toList());
  }
}
