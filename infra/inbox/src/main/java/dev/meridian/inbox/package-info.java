/**
 * What a consumer of messages keeps beside its effects: parked messages, positions and counts; and
 * how a batch that fails is retried, halved or waited for.
 */
@NullMarked
package dev.meridian.inbox;

import org.jspecify.annotations.NullMarked;
