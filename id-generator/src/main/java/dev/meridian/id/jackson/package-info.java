/** Ids in JSON, for applications that have Jackson. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.jackson;
