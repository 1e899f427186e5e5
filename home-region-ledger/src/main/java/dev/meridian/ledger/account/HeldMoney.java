package dev.meridian.ledger.account;

import dev.meridian.messages.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Money that lies in suspense.
 *
 * @param entryId the entry that put it there
 * @param suspenseAccount where it lies
 * @param paymentId the payment that it belongs to; null if none
 * @param cause the message that made the entry
 * @param at when it was put there
 */
public record HeldMoney(
    String entryId,
    String suspenseAccount,
    Money amount,
    @Nullable String paymentId,
    String cause,
    Instant at) {}
