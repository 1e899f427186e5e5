/** Ids in columns, for applications that have Jakarta Persistence. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.jpa;
