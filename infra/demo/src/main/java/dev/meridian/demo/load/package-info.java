/** Puts load on a system by its addresses alone: opens accounts, sends a plan, replays a topic. */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo.load;
