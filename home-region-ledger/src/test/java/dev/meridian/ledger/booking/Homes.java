package dev.meridian.ledger.booking;

import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All homes of a system, each with a database of its own on the one server. */
record Homes(Map<String, TestHome> byRegion) {
  static final List<String> REGIONS = List.of("cn", "eu", "us");

  static Homes fresh() throws SQLException {
    Map<String, TestHome> homes = new LinkedHashMap<>();
    for (String region : REGIONS) {
      homes.put(region, TestHome.fresh(region));
    }
    return new Homes(homes);
  }

  TestHome of(String region) {
    return Objects.requireNonNull(byRegion.get(region), region);
  }

  Collection<TestHome> all() {
    return byRegion.values();
  }
}
