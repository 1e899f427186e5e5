/** Judges any number of digests: one small class per invariant, a report over all. */
@org.jspecify.annotations.NullMarked
package dev.meridian.verifier.check;
