package dev.meridian.inbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A parked message as its row tells it.
 *
 * @param message as it came the first time
 * @param count how often it was parked
 * @param closedAt when its key was applied after all; null while it is open
 */
public record ParkedMessage(
    String id,
    Parked message,
    int count,
    Instant firstAt,
    Instant lastAt,
    @Nullable Instant closedAt) {}
