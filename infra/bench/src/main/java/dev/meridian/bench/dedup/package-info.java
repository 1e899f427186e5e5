/** tiered-dedup beside bare inserts, a table with a transaction per message, and bare Redis. */
@NullMarked
package dev.meridian.bench.dedup;

import org.jspecify.annotations.NullMarked;
