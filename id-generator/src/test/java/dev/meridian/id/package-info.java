/** Tests of ids, their text, and the lease of blocks. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id;
