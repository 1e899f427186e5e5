/**
 * What crosses topics: the envelope, the kinds and their bodies, keys, and the one list of topics.
 */
@org.jspecify.annotations.NullMarked
package dev.meridian.messages;
