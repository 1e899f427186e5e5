package dev.meridian.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.demo.plan.AccountRef;
import dev.meridian.demo.plan.Delivery;
import dev.meridian.demo.plan.Ending;
import dev.meridian.demo.plan.PaymentPlan;
import dev.meridian.demo.plan.PlanOptions;
import dev.meridian.demo.plan.Role;
import dev.meridian.id.IdKind;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.Body;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.HomeRegionResolver;
import dev.meridian.messages.InvalidMessageException;
import dev.meridian.messages.MessageCodec;
import dev.meridian.verifier.check.SentRequest;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class RequestRecordsTest {
  private static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");
  private static final Instant BEGIN = Instant.parse("2026-11-29T12:00:00Z");

  private final PaymentPlan plan =
      PaymentPlan.of(new PlanOptions(11, 400, 20, List.of("cn", "eu", "us")));
  private final AccountBook accounts = new AccountBook(REGISTRY, ids(plan));
  private final RequestRecords records = new RequestRecords(accounts, BEGIN);
  private final MessageCodec codec = new MessageCodec("/meridian/test");

  @Test
  void of_everyDelivery_isReadAsThePlanSays() {
    HomeRegionResolver homes = HomeRegionResolver.of("account", REGISTRY);
    for (Delivery delivery : plan.deliveries()) {
      ProducerRecord<String, byte[]> record = records.of(delivery);

      assertThat(record.topic()).isEqualTo("payments." + delivery.target());
      assertThat(reasonToPark(record, homes))
          .as("%s", delivery)
          .isEqualTo(
              delivery.payment().ending().verdict() == Ending.Verdict.PARKED
                  ? delivery.payment().ending().reason()
                  : "");
    }
  }

  @Test
  void of_aRepeat_hasTheFirstOnesKeyAndTime() {
    for (Delivery delivery : plan.deliveries()) {
      if (delivery.role() == Role.RESEND) {
        ProducerRecord<String, byte[]> again = records.of(delivery);
        ProducerRecord<String, byte[]> first = records.of(first(delivery));

        assertThat(again.key()).isEqualTo(first.key());
        assertThat(again.value()).isEqualTo(first.value());
        assertThat(again.headers().lastHeader(MessageCodec.TIME))
            .isEqualTo(first.headers().lastHeader(MessageCodec.TIME));
        assertThat(again.headers().lastHeader(MessageCodec.ID))
            .isEqualTo(first.headers().lastHeader(MessageCodec.ID));
      }
    }
  }

  @Test
  void requests_ofEverythingSent_areThePlansPaymentsAndParkedRows() {
    SentJournal journal = new SentJournal();
    plan.deliveries().forEach(d -> journal.add(d.target(), records.of(d)));

    List<SentRequest> requests = journal.requests();

    assertThat(journal.records()).isEqualTo(plan.deliveries().size());
    assertThat(requests).hasSize(plan.expected().payments() + plan.expected().parkedInAll());
  }

  private Delivery first(Delivery delivery) {
    return plan.deliveries().stream()
        .filter(each -> each.role() == Role.FIRST && each.payment().equals(delivery.payment()))
        .findFirst()
        .orElseThrow();
  }

  private String reasonToPark(ProducerRecord<String, byte[]> record, HomeRegionResolver homes) {
    Decoded decoded = codec.decode(record.headers(), record.value());
    if (decoded instanceof Decoded.Unreadable unreadable) {
      return unreadable.refusal().name();
    }
    Body.PaymentRequested payment =
        (Body.PaymentRequested) ((Decoded.Valid) decoded).message().body();
    try {
      homes.homeOf(payment.payer());
      homes.homeOf(payment.payee());
      return "";
    } catch (InvalidMessageException invalid) {
      return invalid.refusal().name();
    }
  }

  private static Map<AccountRef.Opened, String> ids(PaymentPlan plan) {
    Map<AccountRef.Opened, String> ids = new HashMap<>();
    plan.accounts()
        .forEach(
            account -> {
              var region = REGISTRY.region(account.ref().region());
              long value = ((long) region.number() << 55) + account.ref().number();
              ids.put(account.ref(), RegionId.of(new IdKind("acc"), region, value).text());
            });
    return ids;
  }
}
