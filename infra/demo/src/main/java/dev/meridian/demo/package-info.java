/**
 * The demo: starts regions, pushes payments through, disturbs them, and reports what became of the
 * money.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo;
