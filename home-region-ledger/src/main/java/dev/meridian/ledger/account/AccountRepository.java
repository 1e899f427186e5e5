package dev.meridian.ledger.account;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** Single accounts, opened and read. Blocks on the database. */
@ApplicationScoped
public class AccountRepository implements PanacheRepositoryBase<AccountEntity, String> {

  /**
   * Opens an account with a balance of zero, in a transaction of its own or the caller's.
   *
   * @param kind one that clients may open
   * @param currency an ISO 4217 code
   */
  @Transactional
  public AccountEntity open(String id, String home, AccountKind kind, String currency) {
    if (!kind.openedByClients()) {
      throw new IllegalArgumentException("accounts of kind " + kind + " are the system's own");
    }
    AccountEntity account = AccountEntity.open(id, home, kind, currency);
    persistAndFlush(account);
    return account;
  }
}
