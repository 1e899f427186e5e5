/** Tests of dev.meridian.id.jpa. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.jpa;
