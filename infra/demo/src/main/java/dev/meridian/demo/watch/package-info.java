/**
 * Looks at a running system from outside: what is left to do, how long payments take, what memory
 * it holds.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo.watch;
