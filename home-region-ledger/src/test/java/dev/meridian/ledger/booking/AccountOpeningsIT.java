package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountKind;
import dev.meridian.ledger.account.AccountOpenings;
import dev.meridian.ledger.account.AccountOpenings.Opening;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One account per Idempotency-Key, whoever calls at once. */
final class AccountOpeningsIT {
  private static TestHome eu;
  private static final AccountOpenings OPENINGS = new AccountOpenings("eu");

  @BeforeAll
  static void home() throws SQLException {
    eu = TestHome.fresh("eu");
  }

  @Test
  void open_manyAtOnceUnderOneKey_opensOne() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Opening>> calls = new ArrayList<>();
    for (int call = 0; call < 16; call++) {
      calls.add(() -> open("at-once", "EUR"));
    }

    List<Opening.Opened> opened = new ArrayList<>();
    for (Future<Opening> each : threads.invokeAll(calls)) {
      opened.add((Opening.Opened) each.get());
    }

    threads.shutdown();
    assertThat(opened)
        .extracting(Opening.Opened::accountId)
        .containsOnly(opened.get(0).accountId());
    assertThat(opened).filteredOn(each -> !each.before()).hasSize(1);
    assertThat(
            eu.number(
                "select count(*) from account where id = '" + opened.get(0).accountId() + "'"))
        .isEqualTo(1);
  }

  @Test
  void open_firstCallRolledBack_opensAtTheNext() throws SQLException {
    Opening.Opened[] lost = new Opening.Opened[1];
    try {
      eu.unitOfWork()
          .inTransaction(
              c -> {
                lost[0] = (Opening.Opened) OPENINGS.open(c, request("rolled-back", "EUR"));
                throw new IllegalStateException("rolled back");
              });
    } catch (IllegalStateException meant) {
      assertThat(meant).hasMessage("rolled back");
    }

    Opening.Opened next = (Opening.Opened) open("rolled-back", "EUR");

    assertThat(next.before()).isFalse();
    assertThat(next.accountId()).isNotEqualTo(lost[0].accountId());
  }

  @Test
  void open_otherCurrencyUnderTheKey_isNotOpened() throws SQLException {
    open("other", "EUR");

    assertThat(open("other", "USD")).isEqualTo(new Opening.OtherRequest("CUSTOMER", "EUR"));
  }

  @Test
  void open_withoutAKey_opensEachTime() throws SQLException {
    Opening first = open(null, "EUR");
    Opening second = open(null, "EUR");

    assertThat(second).isNotEqualTo(first);
  }

  private static Opening open(@Nullable String key, String currency) throws SQLException {
    return eu.unitOfWork().inTransaction(c -> OPENINGS.open(c, request(key, currency)));
  }

  private static AccountOpenings.Request request(@Nullable String key, String currency) {
    return new AccountOpenings.Request(eu.ids().account(), AccountKind.CUSTOMER, currency, key);
  }
}
