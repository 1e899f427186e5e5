/** Tests of the whole service and of its package boundaries. */
@NullMarked
package dev.meridian.consumer;

import org.jspecify.annotations.NullMarked;
