package dev.meridian.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeysTest {
  private final Intent intent = new Intent("acme", "r,1:x", "payer", "payee", 500, "EUR");

  @Test
  void businessKey_isNetstringsOfTenantPayerAndReference() {
    assertThat(intent.businessKey("req").text()).isEqualTo("4:acme,5:payer,9:ref:r,1:x,");
  }

  @Test
  void businessKey_withoutAReference_isMadeOfTheRequestKey() {
    assertThat(BusinessKey.of("acme", "payer", null, "req").text())
        .isEqualTo("4:acme,5:payer,7:key:req,");
  }

  @Test
  void businessKey_ofFieldsThatRunTogether_differs() {
    assertThat(BusinessKey.of("a", "bc", "d", "r"))
        .isNotEqualTo(BusinessKey.of("ab", "c", "d", "r"));
    assertThat(BusinessKey.of("a", "b", "key:r", "r"))
        .isNotEqualTo(BusinessKey.of("a", "b", null, "r"));
  }

  @Test
  void businessKey_askedWhoseItIs_knowsThePayerAndNobodyElse() {
    BusinessKey key = BusinessKey.of("ämter", "payer", "8:payee,", "req");

    assertThat(key.isOf("payer")).isTrue();
    assertThat(List.of("paye", "payer2", "ref:8:payee,", "payee", "ämter")).noneMatch(key::isOf);
    assertThat(new BusinessKey("bk-1").isOf("bk-1")).isFalse();
    assertThat(new BusinessKey("9999999:x").isOf("x")).isFalse();
  }

  @Test
  void fingerprint_ofARefund_coversThePaymentAndTheAmount() {
    BusinessKey refund = BusinessKey.of("acme", "payer", "refund-1", "req");
    BusinessKey payment = intent.businessKey("req");
    Fingerprint first = Fingerprint.ofRefund(refund, "payer", new Money(5, "EUR"), payment);

    assertThat(first).isEqualTo(new Fingerprint((short) 1, "17aa2cac482a5ec141ba5b48b8b40d6c"));
    assertThat(
            first.conflictsWith(
                Fingerprint.ofRefund(refund, "payer", new Money(6, "EUR"), payment)))
        .isTrue();
    assertThat(
            first.conflictsWith(Fingerprint.ofRefund(refund, "payer", new Money(5, "EUR"), refund)))
        .isTrue();
    assertThat(Fingerprint.ofCancel(payment, "payer"))
        .isEqualTo(new Fingerprint((short) 1, "775c515921ed90db613180cba097e7f3"));
  }

  @Test
  void fingerprint_ofVersion1_staysWhatItIs() {
    Fingerprint fingerprint =
        Fingerprint.of(Kind.PAYMENT_REQUESTED, intent.businessKey("req"), intent);

    assertThat(fingerprint)
        .isEqualTo(new Fingerprint((short) 1, "cd4095fdf27bc70646124c3ce44629f9"));
    assertThat(Fingerprint.ofBytes((short) 1, fingerprint.bytes())).isEqualTo(fingerprint);
  }

  @Test
  void fingerprint_ofAnotherAmount_conflictsOnlyWithinOneVersion() {
    Intent other = new Intent("acme", "r,1:x", "payer", "payee", 501, "EUR");
    Fingerprint first = Fingerprint.of(Kind.PAY, intent.businessKey("req"), intent);

    Fingerprint second = Fingerprint.of(Kind.PAY, intent.businessKey("req"), other);

    assertThat(first.conflictsWith(second)).isTrue();
    assertThat(first.conflictsWith(first)).isFalse();
    assertThat(first.conflictsWith(new Fingerprint((short) 2, second.hex()))).isFalse();
  }

  @Test
  void money_ofOverflow_isDetected() {
    Money most = new Money(Long.MAX_VALUE, "EUR");

    assertThatThrownBy(() -> most.plus(new Money(1, "EUR")))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> most.plus(new Money(1, "USD"))).hasMessageContaining("USD");
    assertThatThrownBy(() -> new Money(Long.MIN_VALUE, "EUR").negated())
        .isInstanceOf(ArithmeticException.class);
  }
}
