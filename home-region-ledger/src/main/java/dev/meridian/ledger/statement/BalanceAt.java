package dev.meridian.ledger.statement;

import java.time.Instant;

/**
 * An account's balance as of a time.
 *
 * @param balanceMinor in minor units of the currency; 0 before the first posting
 * @param number the last posting that counts; 0 if none does
 * @param at the time asked for
 */
public record BalanceAt(
    String accountId, String currency, long balanceMinor, long number, Instant at) {}
