package dev.meridian.demo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaymentPlanTest {
  private static final List<String> THREE = List.of("cn", "eu", "us");
  private static final int SEEDS =
      "long".equals(System.getProperty("meridian.test.rounds")) ? 400 : 40;

  @Test
  void of_theSameOptions_givesTheSamePlan() {
    PlanOptions options = new PlanOptions(7, 500, 20, THREE);

    assertThat(PaymentPlan.of(options)).isEqualTo(PaymentPlan.of(options));
  }

  @Test
  void of_anotherSeed_givesAnotherPlan() {
    PaymentPlan one = PaymentPlan.of(new PlanOptions(7, 500, 20, THREE));
    PaymentPlan other = PaymentPlan.of(new PlanOptions(8, 500, 20, THREE));

    assertThat(one.deliveries()).isNotEqualTo(other.deliveries());
  }

  @Test
  void of_anySeed_hasEveryKindOfRecordAndAddsUp() {
    long first = System.nanoTime();
    for (long seed = first; seed < first + SEEDS; seed++) {
      int payments =
          RandomGenerator.of("L64X128MixRandom").nextInt(PlanOptions.ALL_KINDS_FROM_PAYMENTS, 800);
      PaymentPlan plan = PaymentPlan.of(new PlanOptions(seed, payments, 20, THREE));

      assertHasEveryKind(plan);
      assertAddsUp(plan);
      assertRepeatsFollow(plan);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,0", "1,100", "2,50", "10,100", "49,20", "20000,20", "5000,100"})
  void of_anySize_addsUp(int payments, int duplicatePercent) {
    for (List<String> regions : List.of(List.of("eu"), List.of("cn", "eu"), THREE)) {
      PaymentPlan plan = PaymentPlan.of(new PlanOptions(3, payments, duplicatePercent, regions));

      assertAddsUp(plan);
      assertRepeatsFollow(plan);
    }
  }

  @Test
  void of_oneRegion_neverLeavesIt() {
    PaymentPlan plan = PaymentPlan.of(new PlanOptions(3, 1_000, 20, List.of("eu")));

    assertThat(plan.expected().mirrored()).isZero();
    assertThat(plan.expected().sentByTarget()).containsOnlyKeys("eu");
    assertThat(plan.expected().roles())
        .doesNotContainKeys(Role.OTHER_REGION, Role.OTHER_ORIGIN)
        .containsKeys(Role.REPEAT, Role.RESEND, Role.OTHER_MESSAGE, Role.OTHER_REQUEST);
  }

  @Test
  void of_theDefault_hasTheSharesThatTheReadmeNames() {
    PaymentPlan plan = PaymentPlan.of(new PlanOptions(42, 20_000, 20, THREE));
    Expected expected = plan.expected();

    assertThat(expected.settled()).isEqualTo(20_000);
    assertThat(duplicates(expected)).isEqualTo(4_000 + 10);
    assertThat(plan.deliveries()).hasSize(20_000 + 4_000 + 5 + 10 * 4);
    assertThat(plan.deliveries().stream().filter(d -> !d.payment().isLocal()).count())
        .isBetween(8_000L, 14_000L);
    assertThat(
            plan.deliveries().stream()
                .filter(d -> d.payment().age().compareTo(Duration.ofHours(1)) > 0)
                .count())
        .isBetween(900L, 1_400L);
  }

  @Test
  void options_outOfRange_areRefusedWithAReason() {
    assertThatThrownBy(() -> new PlanOptions(1, 0, 20, THREE)).hasMessageContaining("payments");
    assertThatThrownBy(() -> new PlanOptions(1, 9, 101, THREE)).hasMessageContaining("duplicates");
    assertThatThrownBy(() -> new PlanOptions(1, 9, 1, List.of("eu", "eu")))
        .hasMessageContaining("regions");
  }

  private static void assertHasEveryKind(PaymentPlan plan) {
    String seed = "seed " + plan.options();
    List<Delivery> all = plan.deliveries();
    assertThat(plan.expected().roles().keySet()).as(seed).containsExactlyInAnyOrder(Role.values());
    assertThat(all.stream().map(d -> d.payment().ending()).collect(Collectors.toSet()))
        .as(seed)
        .containsExactlyInAnyOrder(Ending.values());
    assertThat(plan.expected().mirrored()).as(seed).isPositive();
    assertThat(all).as(seed).anyMatch(d -> d.payment().age().toHours() >= 1);
    assertThat(all).as(seed).anyMatch(d -> d.payment().isLocal());
    assertThat(all).as(seed).anyMatch(d -> d.payment().clientReference() == null);
    assertThat(all).as(seed).anyMatch(d -> crossesHomes(d.payment()));
    assertThat(plan.expected().movedMinor()).as(seed).containsOnlyKeys("EUR", "USD");
    assertThat(isOutOfOrder(all)).as(seed).isTrue();
  }

  private static boolean crossesHomes(PlannedPayment payment) {
    return payment.payer() instanceof AccountRef.Opened payer
        && payment.payee() instanceof AccountRef.Opened payee
        && !payer.region().equals(payee.region());
  }

  private static boolean isOutOfOrder(List<Delivery> all) {
    int last = -1;
    for (Delivery delivery : all) {
      if (delivery.role() == Role.FIRST && delivery.payment().ending() == Ending.SETTLED) {
        if (delivery.payment().number() < last) {
          return true;
        }
        last = delivery.payment().number();
      }
    }
    return false;
  }

  /** Counts again, in another way than {@link Expected} does. */
  private static void assertAddsUp(PaymentPlan plan) {
    Expected e = plan.expected();
    String seed = plan.options().toString();
    int conflicts = e.roles().getOrDefault(Role.CONFLICT, 0);
    assertThat(e.sent()).as(seed).isEqualTo(plan.deliveries().size());
    assertThat(e.settled()).as(seed).isEqualTo(plan.options().payments());
    assertThat(e.payments()).as(seed).isEqualTo(e.settled() + e.duplicateOf() + e.refusedInAll());
    assertThat(e.sent()).as(seed).isEqualTo(e.payments() + e.absorbed() + e.parkedRecords());
    assertThat(e.parked().getOrDefault("CONFLICT", 0)).as(seed).isEqualTo(conflicts);
    assertThat(e.sentByTarget().values().stream().mapToInt(n -> n).sum())
        .as(seed)
        .isEqualTo(e.sent());
    assertThat(sumByCurrency(plan, e)).as(seed).isEqualTo(funded(plan));
    assertThat(e.balancesMinor().values()).as(seed).allMatch(balance -> balance >= 0);
  }

  private static int duplicates(Expected expected) {
    return expected.roles().entrySet().stream()
        .filter(each -> each.getKey().isDuplicate())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private static Map<String, Long> funded(PaymentPlan plan) {
    Map<String, Long> funded = new TreeMap<>();
    plan.accounts().forEach(a -> funded.merge(a.currency(), a.fundingMinor(), Long::sum));
    return funded;
  }

  private static Map<String, Long> sumByCurrency(PaymentPlan plan, Expected e) {
    Map<AccountRef.Opened, String> currency = new HashMap<>();
    plan.accounts().forEach(a -> currency.put(a.ref(), a.currency()));
    Map<String, Long> sums = new TreeMap<>();
    e.balancesMinor().forEach((ref, minor) -> sums.merge(currency.get(ref), minor, Long::sum));
    return sums;
  }

  private static void assertRepeatsFollow(PaymentPlan plan) {
    Set<Integer> begun = new HashSet<>();
    List<Delivery> tooEarly =
        plan.deliveries().stream()
            .filter(d -> begun.add(d.payment().number()) != (d.role() == Role.FIRST))
            .toList();
    assertThat(tooEarly).as("%s", plan.options()).isEmpty();
  }
}
