/**
 * How fast ids are given out, written and read, beside other libraries and the machine's limits.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.bench.ids;
