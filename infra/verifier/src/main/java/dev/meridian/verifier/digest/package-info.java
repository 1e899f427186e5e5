/** What one region says about itself: rows by table, in a file or in memory. */
@org.jspecify.annotations.NullMarked
package dev.meridian.verifier.digest;
