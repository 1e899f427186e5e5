/** Starts and stops regions on one machine: tests, the demo and the benchmarks use it. */
@NullMarked
package dev.meridian.stack;

import org.jspecify.annotations.NullMarked;
