package dev.meridian.consumer.http;

import dev.meridian.consumer.payment.PaymentEntity;
import dev.meridian.consumer.payment.PaymentMoveRepository;
import dev.meridian.consumer.payment.PaymentRepository;
import dev.meridian.id.Region;
import dev.meridian.id.RegionId;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** Payments that this region accepted. */
@Path("/payments")
@Produces({MediaType.APPLICATION_JSON, Problem.MEDIA_TYPE})
public class PaymentResource {
  private static final String PAYMENT_KIND = "pay";

  private final PaymentRepository payments;
  private final PaymentMoveRepository moves;
  private final Region here;

  PaymentResource(PaymentRepository payments, PaymentMoveRepository moves, Region here) {
    this.payments = payments;
    this.moves = moves;
    this.here = here;
  }

  /** One payment; 400 for what is no payment id, 421 for another region's, 404 if unknown. */
  @GET
  @Path("/{id}")
  public PaymentView payment(
      @PathParam("id") RegionId id, @QueryParam("history") @DefaultValue("false") boolean history) {
    if (!id.kind().code().equals(PAYMENT_KIND)) {
      throw Problem.malformedId(id + " names something else than a payment.").exception();
    }
    if (!id.region().equals(here)) {
      throw Problem.otherRegion(id.text(), id.region().code()).exception();
    }
    PaymentEntity payment = payments.findById(id.text());
    if (payment == null) {
      throw Problem.unknownPayment(id.text()).exception();
    }
    return PaymentView.of(payment, history ? moves.ofPayment(id.text()) : null);
  }
}
