package dev.meridian.demo.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.meridian.demo.plan.AccountRef;
import dev.meridian.demo.plan.PlannedAccount;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountOpenerTest {
  private static final AccountRef.Opened REF = new AccountRef.Opened("eu", 0);
  private static final PlannedAccount FUNDED =
      new PlannedAccount(REF, PlannedAccount.Kind.CUSTOMER, "EUR", 500);
  private static final Duration SOON = Duration.ofMillis(1);

  private final Deque<Integer> openings = new ArrayDeque<>();
  private final Deque<Integer> fundings = new ArrayDeque<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private HttpServer ledger;

  @BeforeEach
  void startLedger() throws IOException {
    ledger = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ledger.createContext("/", this::answer);
    ledger.start();
  }

  @AfterEach
  void stopLedger() {
    ledger.stop(0);
  }

  @Test
  void open_ledgerBusyForAWhile_asksAgainUntilItIsDone() {
    openings.addAll(List.of(503, 201));
    fundings.addAll(List.of(503, 503, 200));

    Map<AccountRef.Opened, String> ids = open(Duration.ofMinutes(1));

    assertThat(ids).containsExactly(Map.entry(REF, "acc-eu-1"));
    assertThat(asked)
        .containsExactly(
            "/accounts",
            "/accounts",
            "/accounts/acc-eu-1/fundings",
            "/accounts/acc-eu-1/fundings",
            "/accounts/acc-eu-1/fundings");
  }

  @Test
  void open_ledgerBusyBeyondTheLimit_saysItsLastAnswer() {
    openings.add(503);

    assertThatThrownBy(() -> open(Duration.ZERO))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("/accounts answered 503");
  }

  @Test
  void open_ledgerRefuses_isNotRepeated() {
    openings.add(422);

    assertThatThrownBy(() -> open(Duration.ofMinutes(1)))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("answered 422");
    assertThat(asked).hasSize(1);
  }

  @Test
  void open_nobodyListens_saysSo() {
    ledger.stop(0);

    assertThatThrownBy(() -> open(Duration.ZERO))
        .isInstanceOf(LoadException.class)
        .hasMessageContaining("can't be opened");
  }

  private Map<AccountRef.Opened, String> open(Duration limit) {
    URI address = URI.create("http://127.0.0.1:" + ledger.getAddress().getPort());
    return new AccountOpener(new LedgerCalls(limit, SOON))
        .open(List.of(FUNDED), Map.of("eu", address));
  }

  private void answer(HttpExchange call) throws IOException {
    String path = call.getRequestURI().getPath();
    asked.add(path);
    int status = (path.endsWith("/fundings") ? fundings : openings).remove();
    byte[] body = "{\"id\":\"acc-eu-1\"}".getBytes(StandardCharsets.UTF_8);
    call.sendResponseHeaders(status, body.length);
    call.getResponseBody().write(body);
    call.close();
  }
}
