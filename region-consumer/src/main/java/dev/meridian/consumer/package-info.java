/**
 * region-consumer: takes payments in, deduplicates them, keeps their state and routes balance
 * changes to home regions.
 */
@NullMarked
package dev.meridian.consumer;

import org.jspecify.annotations.NullMarked;
