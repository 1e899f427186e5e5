package dev.meridian.demo.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws which intents come again, how and when. An intent is repeated in one way only, so that the
 * cause of each duplicate is known beforehand; and from the same producer to the same topic unless
 * the other place is the point, so that the first record comes first.
 */
final class Repeats {

  /** The ways to repeat, in turn; the plain repeat is the common one. */
  private static final List<Role> WAYS =
      List.of(
          Role.REPEAT,
          Role.OTHER_MESSAGE,
          Role.OTHER_REGION,
          Role.RESEND,
          Role.REPEAT,
          Role.OTHER_REQUEST,
          Role.OTHER_ORIGIN);

  private static final int CONFLICTS = 5;
  private static final int SOON_PLACES = 100;

  private final PlanOptions options;
  private final RandomGenerator random;
  private final Deque<Role> ways = new ArrayDeque<>(WAYS);

  Repeats(PlanOptions options, RandomGenerator random) {
    this.options = options;
    this.random = random;
  }

  List<Planner.Turn> of(List<Planner.Turn> firsts) {
    int repeats = (int) ((long) options.payments() * options.duplicatePercent() / 100);
    int conflicts = Math.min(CONFLICTS, firsts.size() - repeats);
    List<Planner.Turn> chosen = draw(firsts, repeats + conflicts);
    List<Planner.Turn> turns = new ArrayList<>();
    for (Planner.Turn first : chosen.subList(0, repeats)) {
      turns.add(repeat(first, nextWay(first.delivery())));
    }
    for (Planner.Turn first : chosen.subList(repeats, repeats + conflicts)) {
      turns.add(repeat(first, Role.CONFLICT));
    }
    return turns;
  }

  /** Different ones, each set of them equally likely (Fisher and Yates, stopped early). */
  private List<Planner.Turn> draw(List<Planner.Turn> from, int count) {
    List<Planner.Turn> pool = new ArrayList<>(from);
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i, pool.size());
      Planner.Turn drawn = pool.get(other);
      pool.set(other, pool.get(i));
      pool.set(i, drawn);
    }
    return pool.subList(0, count);
  }

  /** The first way in the queue that fits; those passed over stay in front for the next intent. */
  private Role nextWay(Delivery first) {
    for (Role role : ways) {
      if (fits(role, first)) {
        ways.removeFirstOccurrence(role);
        ways.addLast(role);
        return role;
      }
    }
    throw new IllegalStateException("a plain repeat always fits");
  }

  private boolean fits(Role role, Delivery first) {
    if (role.needsTwoRegions()) {
      return options.regions().size() > 1;
    }
    return role != Role.OTHER_REQUEST || first.payment().clientReference() != null;
  }

  private Planner.Turn repeat(Planner.Turn first, Role role) {
    double place = first.place() + (role.needsTwoRegions() ? 0 : gap(first.place()));
    return new Planner.Turn(place, repeated(first.delivery(), role));
  }

  /** Soon after, or any time until the end. */
  private double gap(double place) {
    double left = Math.max(SOON_PLACES, options.payments() - place);
    return random.nextBoolean() ? random.nextDouble(SOON_PLACES) : random.nextDouble(left);
  }

  private Delivery repeated(Delivery first, Role role) {
    return switch (role) {
      case REPEAT -> again(first, role, first.messageId(), first.requestKey(), 1, 0);
      case RESEND -> again(first, role, first.messageId(), first.requestKey(), 2, 0);
      case OTHER_MESSAGE -> again(first, role, other(first.messageId()), first.requestKey(), 1, 0);
      case OTHER_REQUEST ->
          again(first, role, other(first.messageId()), other(first.requestKey()), 1, 0);
      case CONFLICT -> again(first, role, other(first.messageId()), first.requestKey(), 1, 1);
      case OTHER_ORIGIN -> elsewhere(first, role, otherThan(first.producedIn()), first.target());
      case OTHER_REGION -> {
        String target = otherThan(first.target());
        yield elsewhere(first, role, target, target);
      }
      case FIRST -> throw new IllegalArgumentException("a first record is no repeat");
    };
  }

  private static Delivery again(
      Delivery first, Role role, String messageId, String requestKey, int attempt, long moreMinor) {
    return new Delivery(
        first.payment(),
        role,
        first.producedIn(),
        first.target(),
        messageId,
        requestKey,
        attempt,
        first.amountMinor() + moreMinor);
  }

  private static Delivery elsewhere(Delivery first, Role role, String producedIn, String target) {
    return new Delivery(
        first.payment(),
        role,
        producedIn,
        target,
        other(first.messageId()),
        first.requestKey(),
        1,
        first.amountMinor());
  }

  private static String other(String text) {
    return text + "-again";
  }

  private String otherThan(String region) {
    return Regions.otherThan(region, options.regions(), random);
  }
}
