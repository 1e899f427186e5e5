package dev.meridian.consumer.payment;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/** One row of a payment's history as a person reads it; only the batch path writes it. */
@Entity
@Immutable
@Table(name = "payment_history")
@IdClass(PaymentMoveEntity.Key.class)
public class PaymentMoveEntity {

  /** A payment's move is named by the version it leads to. */
  public record Key(String paymentId, int version) {}

  @Id
  @Column(name = "payment_id")
  public String paymentId;

  @Id public int version;

  @Column(name = "from_state")
  public @Nullable String fromState;

  @Column(name = "to_state")
  public String toState;

  @Column public String cause;

  @Column public @Nullable String reason;

  @Column public Instant at;
}
