package dev.meridian.demo;

import dev.meridian.demo.disturb.Damage;
import dev.meridian.demo.plan.PlanOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run's settings. Immutable.
 *
 * @param plan what is sent
 * @param perSecond records per second over all regions; 0: as fast as they come
 * @param linkDelay of every link, each way
 * @param cut how long one region's links are cut in the middle; zero: never
 * @param kill whether one region-consumer is killed in the middle
 * @param replay whether some records are published again near the end
 * @param home {@code account}, or {@code single:} and a region's code
 * @param stay whether everything keeps running after the report
 * @param damage what is damaged before the verifier looks, or null
 * @param compareNaive whether naive consumers run beside ours
 */
public record DemoOptions(
    PlanOptions plan,
    int perSecond,
    Duration linkDelay,
    Duration cut,
    boolean kill,
    boolean replay,
    String home,
    boolean stay,
    @Nullable Damage damage,
    boolean compareNaive) {

  public static final int DEFAULT_PAYMENTS = 20_000;
  public static final int DEFAULT_DUPLICATE_PERCENT = 20;
  public static final int DEFAULT_PER_SECOND = 300;
  public static final Duration DEFAULT_LINK_DELAY = Duration.ofMillis(80);
  public static final Duration DEFAULT_CUT = Duration.ofSeconds(30);
  public static final List<String> DEFAULT_REGIONS = List.of("cn", "eu", "us");

  /** Where one region owns all balances. */
  public static final String SINGLE_HOME = "single:";

  private static final Map<String, Integer> KNOWN_NUMBERS = Map.of("cn", 1, "eu", 2, "us", 3);
  private static final int FIRST_FREE_NUMBER = 4;

  public List<String> regions() {
    return plan.regions();
  }

  /** Every region's number in ids: the demo's three have theirs for good, others follow. */
  public Map<String, Integer> numbers() {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    int free = FIRST_FREE_NUMBER;
    for (String region : regions()) {
      Integer known = KNOWN_NUMBERS.get(region);
      numbers.put(region, known == null ? free++ : known);
    }
    return numbers;
  }

  /** Which region's ledger opens the accounts that the plan puts into this one. */
  public String homeOf(String region) {
    return home.startsWith(SINGLE_HOME) ? home.substring(SINGLE_HOME.length()) : region;
  }

  /** Whose links are cut: the last region's, if there are two. */
  public Optional<String> cutRegion() {
    return regions().size() < 2 || cut.isZero()
        ? Optional.empty()
        : Optional.of(regions().get(regions().size() - 1));
  }

  /** Whose consumer is killed: not the one that is cut off, if there is another. */
  public Optional<String> killRegion() {
    return kill ? Optional.of(regions().get(regions().size() > 2 ? 1 : 0)) : Optional.empty();
  }

  /** Whose records are published again. */
  public Optional<String> replayRegion() {
    return replay ? Optional.of(regions().get(0)) : Optional.empty();
  }

  /** A default run of this seed. */
  public static Builder of(long seed) {
    return new Builder(seed);
  }

  /** Settings before the run exists. Not thread-safe. */
  public static final class Builder {
    private final long seed;
    private int payments = DEFAULT_PAYMENTS;
    private int duplicatePercent = DEFAULT_DUPLICATE_PERCENT;
    private List<String> regions = DEFAULT_REGIONS;
    private int perSecond = DEFAULT_PER_SECOND;
    private Duration linkDelay = DEFAULT_LINK_DELAY;
    private Duration cut = DEFAULT_CUT;
    private boolean kill = true;
    private boolean replay = true;
    private String home = "account";
    private boolean stay;
    private @Nullable Damage damage;
    private boolean compareNaive;

    private Builder(long seed) {
      this.seed = seed;
    }

    public Builder payments(int value) {
      payments = value;
      return this;
    }

    public Builder duplicatePercent(int value) {
      duplicatePercent = value;
      return this;
    }

    public Builder regions(List<String> value) {
      regions = value;
      return this;
    }

    /** Records per second over all regions; 0: as fast as they come. */
    public Builder perSecond(int value) {
      perSecond = value;
      return this;
    }

    public Builder linkDelay(Duration value) {
      linkDelay = value;
      return this;
    }

    /** Zero: no link is cut. */
    public Builder cut(Duration value) {
      cut = value;
      return this;
    }

    public Builder kill(boolean value) {
      kill = value;
      return this;
    }

    public Builder replay(boolean value) {
      replay = value;
      return this;
    }

    /** {@code account}, or {@code single:} and a region's code. */
    public Builder home(String value) {
      home = value;
      return this;
    }

    public Builder stay(boolean value) {
      stay = value;
      return this;
    }

    public Builder damage(@Nullable Damage value) {
      damage = value;
      return this;
    }

    public Builder compareNaive(boolean value) {
      compareNaive = value;
      return this;
    }

    public DemoOptions build() {
      return new DemoOptions(
          new PlanOptions(seed, payments, duplicatePercent, regions),
          perSecond,
          linkDelay,
          cut,
          kill,
          replay,
          home,
          stay,
          damage,
          compareNaive);
    }
  }
}
