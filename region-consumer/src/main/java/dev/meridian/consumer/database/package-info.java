/** Transactions and connections, as the container gives them. */
@NullMarked
package dev.meridian.consumer.database;

import org.jspecify.annotations.NullMarked;
