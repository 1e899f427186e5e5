/**
 * The deduplicator in Quarkus: beans, settings, breakers and metrics, on Quarkus's Redis client.
 *
 * <p>Needs the extensions agroal, narayana-jta, redis-client, smallrye-fault-tolerance and
 * micrometer.
 */
@NullMarked
package dev.meridian.dedup.quarkus;

import org.jspecify.annotations.NullMarked;
