package dev.meridian.demo.report;

import dev.meridian.demo.plan.Role;
import dev.meridian.demo.report.RegionCounts.Delivered;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Duplicates by cause and tier, a column per region, beside what was planned: which tier finds one
 * can't be planned, so a cause's number stands with its first tier and is to be held against the
 * sum.
 */
final class DuplicateTable {
  private static final String OURS = "payments";
  private static final String COMMANDS = "commands";

  private DuplicateTable() {}

  /** Where a duplicate was found. */
  private record Row(String where, String tier, String cause) {}

  static List<String> lines(List<RegionCounts> counts, Map<Role, Integer> roles, String indent) {
    TextTable table = new TextTable(3);
    List<String> head = new ArrayList<>(List.of("duplicates", "tier", "cause"));
    counts.forEach(each -> head.add(each.region()));
    head.addAll(List.of("all", "planned"));
    table.add(head);
    Set<Row> planned = new HashSet<>();
    for (Row row : rows(counts)) {
      boolean first = planned.add(new Row(row.where(), "", row.cause()));
      table.add(cells(row, counts, first ? roles : Map.of()));
    }
    return table.lines(indent);
  }

  private static SortedSet<Row> rows(List<RegionCounts> counts) {
    SortedSet<Row> rows =
        new TreeSet<>(
            Comparator.comparing(Row::where)
                .reversed()
                .thenComparing(Row::cause)
                .thenComparing(Row::tier));
    for (RegionCounts region : counts) {
      region.deliveries().stream()
          .filter(each -> isShown(each, region.region()))
          .forEach(each -> rows.add(row(each, region.region())));
    }
    return rows;
  }

  private static boolean isShown(Delivered each, String region) {
    return each.outcome().equals("duplicate") && (each.isIntake(region) || each.isCommand(region));
  }

  private static Row row(Delivered each, String region) {
    return new Row(each.isIntake(region) ? OURS : COMMANDS, each.tier(), each.cause());
  }

  private static List<String> cells(Row row, List<RegionCounts> counts, Map<Role, Integer> roles) {
    List<String> cells = new ArrayList<>(List.of(row.where(), row.tier(), row.cause()));
    long all = 0;
    for (RegionCounts region : counts) {
      long n =
          region.deliveries().stream()
              .filter(each -> isShown(each, region.region()))
              .filter(each -> row(each, region.region()).equals(row))
              .mapToLong(Delivered::n)
              .sum();
      all += n;
      cells.add("%,d".formatted(n));
    }
    cells.add("%,d".formatted(all));
    cells.add(planned(row, roles));
    return cells;
  }

  private static String planned(Row row, Map<Role, Integer> roles) {
    int planned =
        roles.entrySet().stream()
            .filter(each -> each.getKey().isDuplicate())
            .filter(each -> row.equals(expected(each.getKey(), row.tier())))
            .mapToInt(Map.Entry::getValue)
            .sum();
    return planned == 0 ? "" : "%,d".formatted(planned);
  }

  private static Row expected(Role role, String tier) {
    String cause =
        switch (role) {
          case REPEAT -> "redelivery";
          case RESEND -> "resend";
          case OTHER_MESSAGE -> "other_message";
          case OTHER_ORIGIN, OTHER_REGION -> "other_region";
          case OTHER_REQUEST -> "other_request";
          case FIRST, CONFLICT -> "";
        };
    return new Row(role == Role.OTHER_REGION ? COMMANDS : OURS, tier, cause);
  }
}
