/**
 * Tells new messages from repeated and from contradicting ones, inside the caller's transaction.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.dedup;
