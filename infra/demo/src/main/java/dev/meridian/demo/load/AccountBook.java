package dev.meridian.demo.load;

import dev.meridian.demo.plan.AccountRef;
import dev.meridian.id.IdKind;
import dev.meridian.id.Region;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import java.util.Map;

/** The ids under which a run knows the accounts of its plan. Immutable. */
public final class AccountBook {
  private static final IdKind ACCOUNT = new IdKind("acc");

  /** No registry of the demo has it. */
  private static final Region UNKNOWN = new Region("zz", 255);

  private static final int REGION_SHIFT = 55;

  /** The highest epoch and the upper end of its sequence: no generator gets there. */
  private static final long NEVER_LEASED = (1L << REGION_SHIFT) - 1;

  private final RegionRegistry registry;
  private final Map<AccountRef.Opened, String> opened;

  public AccountBook(RegionRegistry registry, Map<AccountRef.Opened, String> opened) {
    this.registry = registry;
    this.opened = Map.copyOf(opened);
  }

  /** What stands in a message for this account. */
  public String id(AccountRef ref) {
    if (ref instanceof AccountRef.Opened account) {
      return openedId(account);
    }
    if (ref instanceof AccountRef.Missing missing) {
      return neverLeased(registry.region(missing.region()), missing.number());
    }
    if (ref instanceof AccountRef.OfUnknownRegion unknown) {
      return neverLeased(UNKNOWN, unknown.number());
    }
    return ((AccountRef.Malformed) ref).text();
  }

  /** Every opened account with its id. */
  public Map<AccountRef.Opened, String> opened() {
    return opened;
  }

  private String openedId(AccountRef.Opened account) {
    String id = opened.get(account);
    if (id == null) {
      throw new IllegalStateException("nobody opened " + account);
    }
    return id;
  }

  private static String neverLeased(Region region, int number) {
    long value = ((long) region.number() << REGION_SHIFT) | (NEVER_LEASED - number);
    return RegionId.of(ACCOUNT, region, value).text();
  }
}
