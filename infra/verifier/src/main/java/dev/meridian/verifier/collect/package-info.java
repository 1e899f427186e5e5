/** Reads one region's databases and Kafka, from inside the region only, into a digest. */
@org.jspecify.annotations.NullMarked
package dev.meridian.verifier.collect;
