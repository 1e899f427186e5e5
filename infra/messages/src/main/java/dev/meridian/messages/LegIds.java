package dev.meridian.messages;

/**
 * Leg ids are derived, never drawn: a home that forgot a commit makes the same one again, and the
 * other home answers it with what it did the first time.
 */
public final class LegIds {
  private LegIds() {}

  public static String of(String paymentOrRefundId, Body.CreditPurpose purpose) {
    return switch (purpose) {
      case PAYMENT -> paymentOrRefundId + "/credit";
      case RETURN -> paymentOrRefundId + "/return";
      case REFUND -> paymentOrRefundId + "/refund";
    };
  }

  /** The leg that takes a refund's, or a cancel's, money from the payee at its home. */
  public static String debit(String refundOrCancelId) {
    return refundOrCancelId + "/debit";
  }
}
