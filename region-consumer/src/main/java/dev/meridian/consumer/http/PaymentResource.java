package dev.meridian.consumer.http;

import dev.meridian.consumer.payment.PaymentEntity;
import dev.meridian.consumer.payment.PaymentMoveRepository;
import dev.meridian.consumer.payment.PaymentRepository;
import dev.meridian.id.Region;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
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
  private final RegionRegistry registry;
  private final Region here;

  PaymentResource(
      PaymentRepository payments,
      PaymentMoveRepository moves,
      RegionRegistry registry,
      Region here) {
    this.payments = payments;
    this.moves = moves;
    this.registry = registry;
    this.here = here;
  }

  /** One payment; 400 for what is no payment id, 421 for another region's, 404 if unknown. */
  @GET
  @Path("/{id}")
  public PaymentView payment(
      @PathParam("id") String id, @QueryParam("history") @DefaultValue("false") boolean history) {
    RegionId known = paymentId(id);
    if (!known.region().equals(here)) {
      throw Problem.otherRegion(known.text(), known.region().code()).exception();
    }
    PaymentEntity payment = payments.findById(known.text());
    if (payment == null) {
      throw Problem.unknownPayment(known.text()).exception();
    }
    return PaymentView.of(payment, history ? moves.ofPayment(known.text()) : null);
  }

  private RegionId paymentId(String text) {
    try {
      RegionId id = RegionId.parse(text, registry);
      if (!id.kind().code().equals(PAYMENT_KIND)) {
        throw Problem.malformedId(text + " names something else than a payment.").exception();
      }
      return id;
    } catch (IllegalArgumentException malformed) {
      throw Problem.malformedId(String.valueOf(malformed.getMessage())).exception();
    }
  }
}
