/** Tests of dev.meridian.id.jaxrs. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.jaxrs;
