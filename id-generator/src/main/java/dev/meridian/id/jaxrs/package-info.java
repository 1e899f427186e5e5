/** Ids in paths, queries and headers, for applications that have Jakarta REST. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.jaxrs;
