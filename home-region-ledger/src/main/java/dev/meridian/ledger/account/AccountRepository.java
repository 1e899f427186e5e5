package dev.meridian.ledger.account;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;

/** Single accounts, read. Blocks on the database. */
@ApplicationScoped
public class AccountRepository implements PanacheRepositoryBase<AccountEntity, String> {}
