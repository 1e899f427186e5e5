/** Probes and gauges. */
@org.jspecify.annotations.NullMarked
package dev.meridian.ledger.health;
