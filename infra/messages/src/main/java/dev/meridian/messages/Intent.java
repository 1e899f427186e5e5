package dev.meridian.messages;

import org.jspecify.annotations.Nullable;

/**
 * What the client wants: this payer pays this payee this amount.
 *
 * @param tenant who the client belongs to, 1 to 255 characters
 * @param clientReference the client's own name of the intent, or null if it has none
 * @param payer the account that is debited
 * @param payee the account that is credited
 * @param amountMinor the amount in minor units, above 0
 * @param currency an ISO 4217 code
 */
public record Intent(
    String tenant,
    @Nullable String clientReference,
    String payer,
    String payee,
    long amountMinor,
    String currency) {

  /**
   * Refuses what can't be paid.
   *
   * @throws InvalidMessageException with the reason under which the message is parked
   */
  public Intent {
    Checks.text(tenant, "tenant");
    Checks.optionalText(clientReference, "clientReference");
    Checks.text(payer, "payer");
    Checks.text(payee, "payee");
    Money.moved(amountMinor, currency);
    if (payer.equals(payee)) {
      throw new InvalidMessageException(
          Refusal.PAYER_IS_PAYEE, "payer and payee are both " + payer);
    }
  }

  public Money money() {
    return new Money(amountMinor, currency);
  }

  public BusinessKey businessKey(String requestKey) {
    return BusinessKey.of(tenant, payer, clientReference, requestKey);
  }
}
