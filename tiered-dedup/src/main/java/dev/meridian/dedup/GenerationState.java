package dev.meridian.dedup;

import java.time.Duration;

/**
 * How rotation stands, for gauges and alerts.
 *
 * @param current the generation that all write to
 * @param generations how many have a table
 * @param overdue for how long the current one should have been followed by another; zero if it
 *     shouldn't yet
 * @param unsealed how many are no longer current and have no seal yet
 * @param sealingOverdue for how long the oldest of these has waited for its seal; zero if none
 */
public record GenerationState(
    int current, int generations, Duration overdue, int unsealed, Duration sealingOverdue) {}
