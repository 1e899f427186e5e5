package dev.meridian.ledger.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Generated;

/**
 * An account where a person looks at a single one. It is never changed through this: booking does
 * that in sets, under its locks.
 */
@Entity
@Table(name = "account")
public class AccountEntity {
  @Id private String id;

  @Column(nullable = false, updatable = false)
  private String home;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, updatable = false)
  private AccountKind kind;

  @Column(nullable = false, updatable = false)
  private String currency;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, updatable = false)
  private AccountState state;

  @Column(name = "balance_minor", nullable = false, updatable = false)
  private long balanceMinor;

  @Column(nullable = false, updatable = false)
  private long version;

  @Generated
  @Column(name = "created_at", nullable = false, insertable = false, updatable = false)
  private Instant createdAt;

  /** For Hibernate. */
  protected AccountEntity() {}

  public String id() {
    return id;
  }

  public String home() {
    return home;
  }

  public AccountKind kind() {
    return kind;
  }

  public String currency() {
    return currency;
  }

  public AccountState state() {
    return state;
  }

  /** In minor units of the currency. */
  public long balanceMinor() {
    return balanceMinor;
  }

  /** The number of the last posting; it rises with each change of the balance. */
  public long version() {
    return version;
  }

  public Instant createdAt() {
    return createdAt;
  }
}
