package dev.meridian.ledger.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SystemAccountTest {
  @Test
  void clearing_samePayment_isTheSameRowInEveryVersion() {
    assertThat(SystemAccount.clearing("us", "EUR", "pay-eu-0h0000000000h7k").id())
        .isEqualTo(SystemAccount.clearing("us", "EUR", "pay-eu-0h0000000000h7k").id())
        .matches("clearing:us:EUR:(0[0-9]|1[0-5])");
    assertThat(SystemAccount.clearing("us", "EUR", "a").id()).isEqualTo("clearing:us:EUR:01");
  }

  @Test
  void clearing_manyPayments_spreadOverAllRows() {
    List<String> rows =
        IntStream.range(0, 1_000)
            .mapToObj(i -> SystemAccount.clearing("us", "EUR", "pay-eu-" + i).id())
            .distinct()
            .toList();

    assertThat(rows).hasSize(SystemAccount.CLEARING_ROWS);
  }
}
