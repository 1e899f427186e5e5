/**
 * Messages that leave in the transaction that decided them: outbox rows, open messages, and the
 * relay that sends them.
 */
@NullMarked
package dev.meridian.outbox;

import org.jspecify.annotations.NullMarked;
