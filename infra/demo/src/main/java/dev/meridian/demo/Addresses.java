package dev.meridian.demo;

import dev.meridian.demo.load.RegionAddress;
import dev.meridian.id.RegionRegistry;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the addresses that programs are given by region. */
final class Addresses {
  private Addresses() {}

  /**
   * @throws IllegalArgumentException naming the region that lacks one of both
   */
  static List<RegionAddress> of(Map<String, String> kafkas, Map<String, URI> ledgers) {
    if (!kafkas.keySet().equals(ledgers.keySet())) {
      throw new IllegalArgumentException(
          "--kafka names the regions %s and --ledger %s: give both for the same regions."
              .formatted(kafkas.keySet(), ledgers.keySet()));
    }
    return kafkas.entrySet().stream()
        .map(each -> new RegionAddress(each.getKey(), each.getValue(), ledger(ledgers, each)))
        .toList();
  }

  private static URI ledger(Map<String, URI> ledgers, Map.Entry<String, String> kafka) {
    URI ledger = ledgers.get(kafka.getKey());
    if (ledger == null) {
      throw new IllegalStateException("both maps have the same keys");
    }
    return ledger;
  }

  /** {@code cn=1,eu=2}, or the demo's numbers for these regions. */
  static RegionRegistry registry(Map<String, Integer> numbers) {
    return RegionRegistry.parse(
        numbers.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(",")));
  }
}
