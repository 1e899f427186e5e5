package dev.meridian.ledger.balancecopy;

import java.time.Instant;

/**
 * What this region knows of a balance whose home is another one. Never a ground for a decision.
 *
 * @param version the number of the account's last posting at its home
 * @param asOf when its home read it, by that home's clock
 * @param homeHeardAsOf the latest that this home told about any account: how far this region has
 *     followed it
 */
public record BalanceCopy(
    String accountId,
    String home,
    String currency,
    long balanceMinor,
    long version,
    Instant asOf,
    Instant homeHeardAsOf) {}
