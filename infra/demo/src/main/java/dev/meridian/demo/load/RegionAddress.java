package dev.meridian.demo.load;

import java.net.URI;

/**
 * Where the load for one region goes.
 *
 * @param region the region's code
 * @param kafka {@code bootstrap.servers} of the region's own Kafka
 * @param ledger the HTTP address of its home-region-ledger
 */
public record RegionAddress(String region, String kafka, URI ledger) {}
