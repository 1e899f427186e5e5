/**
 * Breaks things on purpose, and measures what it broke: links, a consumer, the books themselves.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.demo.disturb;
