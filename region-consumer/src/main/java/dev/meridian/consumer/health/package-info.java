/** What an operator sees: liveness, readiness and metrics. */
@NullMarked
package dev.meridian.consumer.health;

import org.jspecify.annotations.NullMarked;
