package dev.meridian.consumer.payment;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;

/** Single payments for readers. Blocks on the database; never call it from a batch. */
@ApplicationScoped
public class PaymentRepository implements PanacheRepositoryBase<PaymentEntity, String> {}
