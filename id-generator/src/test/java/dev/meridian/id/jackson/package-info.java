/** Tests of dev.meridian.id.jackson. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.jackson;
