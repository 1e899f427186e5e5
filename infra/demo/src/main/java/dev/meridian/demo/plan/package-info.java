/** What the demo will send and what must come of it, drawn from a seed: pure values, no I/O. */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo.plan;
