package dev.meridian.ledger.statement;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A posting with what explains it.
 *
 * @param number its place among the account's postings, 1 for the first, without a gap
 * @param entryKind why its entry was made
 * @param amountMinor above zero credits the account, below zero debits it
 * @param balanceAfterMinor the account's balance with this posting and all before it
 * @param paymentId the payment that it serves; null if none
 * @param cause the message, or the request's reference, that made the entry
 * @param bookedAt when it was written under the account's lock; never falls along the numbers
 */
public record PostingLine(
    long number,
    String entryId,
    int line,
    String entryKind,
    String accountId,
    long amountMinor,
    String currency,
    long balanceAfterMinor,
    @Nullable String paymentId,
    String cause,
    Instant bookedAt) {}
