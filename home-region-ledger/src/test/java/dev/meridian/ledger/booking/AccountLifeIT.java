package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.account.AccountStates;
import dev.meridian.ledger.account.ExternalTransfers;
import dev.meridian.ledger.account.Released;
import dev.meridian.ledger.account.StateChange;
import dev.meridian.ledger.account.StateChanged;
import dev.meridian.ledger.account.SuspenseRelease;
import dev.meridian.ledger.account.Transferred;
import dev.meridian.messages.Money;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Freezing, closing, opening again, and money that goes out. */
class AccountLifeIT {
  private static TestHome eu;

  @BeforeAll
  static void open() throws SQLException {
    eu = TestHome.fresh("eu");
  }

  @AfterEach
  void everyBalanceIsTheSumOfItsPostings() throws SQLException {
    assertThat(eu.broken()).isEmpty();
  }

  @Test
  void withdraw_repeated_movesOnce() throws SQLException {
    String account = eu.account(10);
    long outside = eu.balance("external:EUR");

    Transferred first = eu.withdraw(account, "r", 4);
    Transferred second = eu.withdraw(account, "r", 4);

    String entryId = ((Transferred.Booked) first).entryId();
    assertThat(second).isEqualTo(new Transferred.Booked(entryId, new Money(4, "EUR"), true));
    assertThat(eu.withdraw(account, "r", 5))
        .isEqualTo(new Transferred.OtherAmount(new Money(4, "EUR")));
    assertThat(eu.balance(account)).isEqualTo(6);
    assertThat(eu.balance("external:EUR")).isEqualTo(outside + 4);
  }

  @Test
  void withdraw_sameReferenceAsAFunding_isAnotherTransfer() throws SQLException {
    String account = eu.account(0);
    eu.fund(account, "r", 5);

    Transferred out = eu.withdraw(account, "r", 5);

    assertThat(out).isInstanceOf(Transferred.Booked.class);
    assertThat(eu.balance(account)).isZero();
  }

  @Test
  void withdraw_moreThanThereIs_isRefused() throws SQLException {
    String account = eu.account(3);

    assertThat(eu.withdraw(account, "r", 4)).isEqualTo(new Transferred.TooLittle(3));
    assertThat(eu.balance(account)).isEqualTo(3);
  }

  @Test
  void freeze_openAccount_givesNoMoneyButTakesIt() throws SQLException {
    String account = eu.account(10);

    StateChanged frozen = change(StateChange.FREEZE, account, null);

    assertThat(frozen).isEqualTo(new StateChanged.Done(AccountState.FROZEN, null));
    assertThat(eu.withdraw(account, "out", 1)).isEqualTo(new Transferred.Frozen());
    assertThat(eu.fund(account, "in", 1)).isInstanceOf(Transferred.Booked.class);
    assertThat(change(StateChange.FREEZE, account, null))
        .isEqualTo(new StateChanged.Already(AccountState.FROZEN));
    assertThat(change(StateChange.UNFREEZE, account, null))
        .isEqualTo(new StateChanged.Done(AccountState.OPEN, null));
    assertThat(eu.withdraw(account, "out", 1)).isInstanceOf(Transferred.Booked.class);
  }

  @Test
  void close_empty_isClosedUntilReopened() throws SQLException {
    String account = eu.account(0);

    StateChanged closed = change(StateChange.CLOSE, account, null);

    assertThat(closed).isEqualTo(new StateChanged.Done(AccountState.CLOSED, null));
    assertThat(eu.fund(account, "in", 1)).isEqualTo(new Transferred.Closed());
    assertThat(eu.withdraw(account, "out", 1)).isEqualTo(new Transferred.Closed());
    assertThat(change(StateChange.FREEZE, account, null))
        .isEqualTo(new StateChanged.NotFrom(AccountState.CLOSED));
    assertThat(change(StateChange.REOPEN, account, null))
        .isEqualTo(new StateChanged.Done(AccountState.OPEN, null));
    assertThat(eu.fund(account, "in", 1)).isInstanceOf(Transferred.Booked.class);
    assertThat(
            eu.number(
                "select count(*) from account_change where account_id = '%s'".formatted(account)))
        .isEqualTo(2);
  }

  @Test
  void close_withABalance_needsAnAccountThatTakesIt() throws SQLException {
    String account = eu.account(7);
    String yen = eu.account("JPY", 0);
    String other = eu.account(1);

    assertThat(change(StateChange.CLOSE, account, null)).isEqualTo(new StateChanged.BalanceLeft(7));
    assertThat(change(StateChange.CLOSE, account, yen)).isInstanceOf(StateChanged.CannotTake.class);
    assertThat(change(StateChange.CLOSE, account, account))
        .isInstanceOf(StateChanged.CannotTake.class);
    assertThat(change(StateChange.CLOSE, account, "suspense:EUR"))
        .isInstanceOf(StateChanged.CannotTake.class);
    StateChanged closed = change(StateChange.CLOSE, account, other);

    assertThat(((StateChanged.Done) closed).movedEntryId()).isNotNull();
    assertThat(eu.balance(account)).isZero();
    assertThat(eu.balance(other)).isEqualTo(8);
  }

  @Test
  void close_frozenWithABalance_isRefused() throws SQLException {
    String account = eu.account(7);
    change(StateChange.FREEZE, account, null);

    StateChanged refused = change(StateChange.CLOSE, account, eu.account(0));

    assertThat(refused).isEqualTo(new StateChanged.FrozenBalance(7));
    assertThat(eu.balance(account)).isEqualTo(7);
  }

  @Test
  void change_unknownOrTheLedgersOwn_isRefused() throws SQLException {
    String unknown = eu.ids().account();
    eu.account(1);

    assertThat(change(StateChange.CLOSE, unknown, null))
        .isEqualTo(new StateChanged.UnknownAccount(unknown));
    assertThat(change(StateChange.FREEZE, "external:EUR", null))
        .isEqualTo(new StateChanged.UnknownAccount("external:EUR"));
  }

  @Test
  void close_whileMoneyArrives_eitherMovesItOrRefusesIt() throws Exception {
    String account = eu.account(5);
    String other = eu.account(0);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Object>> racing =
          List.of(
              () -> eu.fund(account, "late", 3), () -> change(StateChange.CLOSE, account, other));

      List<Future<Object>> ended = threads.invokeAll(racing);

      boolean arrived = ended.get(0).get() instanceof Transferred.Booked;
      assertThat(ended.get(1).get()).isInstanceOf(StateChanged.Done.class);
      assertThat(eu.balance(account)).isZero();
      assertThat(eu.balance(other)).isEqualTo(arrived ? 8 : 5);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void refusals_drawNoEntryId() throws SQLException {
    String account = eu.account(5);
    Supplier<String> none =
        () -> {
          throw new AssertionError("an id was drawn for nothing");
        };
    AccountStates states = new AccountStates("eu", none, InstantSource.system());
    SuspenseRelease suspense = new SuspenseRelease("eu", none, InstantSource.system());
    ExternalTransfers transfers = new ExternalTransfers("eu", none, InstantSource.system());

    List<Object> refused =
        eu.unitOfWork()
            .inTransaction(
                c ->
                    List.of(
                        states.change(
                            c,
                            new AccountStates.Request(
                                StateChange.CLOSE, account, "ann", "test", null)),
                        suspense.release(
                            c, new SuspenseRelease.Request("ent-none", account, "ann", "test")),
                        transfers.transfer(
                            c,
                            new ExternalTransfers.Request(
                                ExternalTransfers.Direction.WITHDRAW, account, "much", 6))));

    assertThat(refused)
        .containsExactly(
            new StateChanged.BalanceLeft(5),
            new Released.NothingHeld(),
            new Transferred.TooLittle(5));
  }

  private static StateChanged change(StateChange change, String account, @Nullable String moveTo)
      throws SQLException {
    return eu.change(new AccountStates.Request(change, account, "ann", "test", moveTo));
  }
}
