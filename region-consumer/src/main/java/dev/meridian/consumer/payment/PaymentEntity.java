package dev.meridian.consumer.payment;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A payment's row as a person reads it, one at a time; only the batch path writes it. */
@Entity
@Immutable
@Table(name = "payment")
public class PaymentEntity {
  @Id public String id;

  @Column(name = "business_key")
  public String businessKey;

  @Column(name = "request_key")
  public String requestKey;

  @Column public String payer;

  @Column public String payee;

  @Column(name = "amount_minor")
  public long amountMinor;

  @Column
  @JdbcTypeCode(SqlTypes.CHAR)
  public String currency;

  @Column public String state;

  @Column public @Nullable String reason;

  @Column(name = "duplicate_of")
  public @Nullable String duplicateOf;

  @Column(name = "winner_state")
  public @Nullable String winnerState;

  @Column public int version;

  @Column(name = "refunded_minor")
  public long refundedMinor;

  @Column(name = "home_region")
  public String homeRegion;

  @Column(name = "occurred_at")
  public Instant occurredAt;

  @Column(name = "created_at")
  public Instant createdAt;

  @Column(name = "updated_at")
  public Instant updatedAt;
}
