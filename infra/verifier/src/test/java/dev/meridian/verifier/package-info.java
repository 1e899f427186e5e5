/** Tests. */
@org.jspecify.annotations.NullMarked
package dev.meridian.verifier;
