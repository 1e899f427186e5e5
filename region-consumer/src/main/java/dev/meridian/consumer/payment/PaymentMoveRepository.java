package dev.meridian.consumer.payment;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** A payment's history for readers. Blocks on the database; never call it from a batch. */
@ApplicationScoped
public class PaymentMoveRepository
    implements PanacheRepositoryBase<PaymentMoveEntity, PaymentMoveEntity.Key> {

  /** All moves of one payment, from its birth on. */
  public List<PaymentMoveEntity> ofPayment(String paymentId) {
    return list("paymentId = ?1 order by version", paymentId);
  }
}
