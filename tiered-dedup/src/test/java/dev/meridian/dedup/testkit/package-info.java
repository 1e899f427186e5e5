/**
 * For tests of consumers: a deduplicator without a database, and the suite that holds both kinds.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.dedup.testkit;
