/**
 * Tests of the outbox on real servers, with a recording sender as the second implementation of the
 * port.
 */
@NullMarked
package dev.meridian.outbox;

import org.jspecify.annotations.NullMarked;
