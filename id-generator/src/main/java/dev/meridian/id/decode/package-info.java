/** The command that explains an id. */
@org.jspecify.annotations.NullMarked
package dev.meridian.id.decode;
