/** Starts and stops regions on one machine, for the tests, the demo and the benchmarks. */
@NullMarked
package dev.meridian.stack;

import org.jspecify.annotations.NullMarked;
