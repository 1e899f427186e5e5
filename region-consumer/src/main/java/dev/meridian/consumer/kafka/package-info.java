/** The channels: Kafka's records come in as deliveries, and are acknowledged after the commit. */
@NullMarked
package dev.meridian.consumer.kafka;

import org.jspecify.annotations.NullMarked;
