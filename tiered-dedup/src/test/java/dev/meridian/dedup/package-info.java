/** Tests of verdicts, on a real PostgreSQL. */
@org.jspecify.annotations.NullMarked
package dev.meridian.dedup;
