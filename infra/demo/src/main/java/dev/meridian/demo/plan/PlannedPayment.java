package dev.meridian.demo.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One intent.
 *
 * @param number counts the run's intents from 0
 * @param ending what must become of it
 * @param producedIn the region whose Kafka takes the first record
 * @param target the region whose region-consumer takes it in; mirrored if another
 * @param payer who pays
 * @param payee who is paid
 * @param amountMinor above 0, in minor units
 * @param currency ISO 4217 code
 * @param clientReference the client's own name for it, or null
 * @param age how long before the run's beginning it occurred
 */
public record PlannedPayment(
    int number,
    Ending ending,
    String producedIn,
    String target,
    AccountRef payer,
    AccountRef payee,
    long amountMinor,
    String currency,
    @Nullable String clientReference,
    Duration age) {

  /** Whether one region does it all: takes it in, and is home of both accounts. */
  public boolean isLocal() {
    return producedIn.equals(target) && isIn(payer, target) && isIn(payee, target);
  }

  private static boolean isIn(AccountRef account, String region) {
    return account instanceof AccountRef.Opened opened && opened.region().equals(region);
  }
}
