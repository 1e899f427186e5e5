/** Tests of what stands beside the core. */
@org.jspecify.annotations.NullMarked
package dev.meridian.dedup.quarkus;
