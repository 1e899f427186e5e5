/**
 * The one intake: what a region does with requests and with home regions' answers, in one
 * transaction per batch.
 */
@NullMarked
package dev.meridian.consumer.intake;

import org.jspecify.annotations.NullMarked;
