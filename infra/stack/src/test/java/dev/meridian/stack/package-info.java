/** Tests of the stack: real servers in every {@code IT}. */
@NullMarked
package dev.meridian.stack;

import org.jspecify.annotations.NullMarked;
