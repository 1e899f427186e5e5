package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.Body.CancelRefused;
import dev.meridian.messages.Body.Cancelled;
import dev.meridian.messages.Body.DuplicateOf;
import dev.meridian.messages.Body.RefundRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Body.Rejected;
import dev.meridian.messages.Body.Result;
import dev.meridian.messages.Body.Settled;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What must hold over all homes once nothing is on its way, and between homes and origins. */
final class HomesCheck {
  /** Both sides of each leg, as lines that must be the same in the two homes. */
  private static final String ASKED =
      """
      select leg_id || ' ' || counter_home || ' ' || amount_minor || ' ' || currency || ' '
             || case state when 'SETTLED' then 'BOOKED' when 'RETURNED' then 'REFUSED' else state end
        from payment_leg
      union all
      select leg_id || ' ' || counter_home || ' ' || amount_minor || ' ' || currency || ' ' || state
        from reversal where leg_id is not null
      """;

  private static final String ANSWERED =
      """
      select leg_id || ' %s ' || amount_minor || ' ' || currency || ' ' || status
        from leg_outcome where counter_home = '%s'
      """;

  private static final String CLEARING =
      """
      select split_part(id, ':', 2) || ' ' || currency, sum(balance_minor)
        from account where kind = 'CLEARING' group by 1
      """;

  private HomesCheck() {}

  /** What is broken; empty if nothing is. */
  static List<String> broken(Homes homes) throws SQLException {
    List<String> broken = new ArrayList<>();
    for (TestHome home : homes.all()) {
      broken.addAll(home.broken());
      broken.addAll(ReversalChecks.broken(home));
      sums(home, "select currency, sum(balance_minor) from account group by 1")
          .forEach(
              (currency, sum) -> notZero(broken, home.home().code() + " holds " + currency, sum));
    }
    for (String home : Homes.REGIONS) {
      for (String other : Homes.REGIONS) {
        compare(broken, homes, home, other);
      }
    }
    return broken;
  }

  private static void compare(List<String> broken, Homes homes, String home, String other)
      throws SQLException {
    if (home.equals(other)) {
      return;
    }
    List<String> asked =
        texts(homes.of(home), ASKED).stream()
            .filter(line -> line.split(" ", -1)[1].equals(other))
            .sorted()
            .toList();
    List<String> answered =
        texts(homes.of(other), ANSWERED.formatted(other, home)).stream().sorted().toList();
    if (!asked.equals(answered)) {
      List<String> onlyAsked = new ArrayList<>(asked);
      onlyAsked.removeAll(answered);
      List<String> onlyAnswered = new ArrayList<>(answered);
      onlyAnswered.removeAll(asked);
      broken.add("legs of %s in %s: %s / %s".formatted(home, other, onlyAsked, onlyAnswered));
    }
    Map<String, BigDecimal> mirrored = sums(homes.of(other), CLEARING);
    sums(homes.of(home), CLEARING)
        .forEach(
            (pair, sum) -> {
              if (pair.startsWith(other + " ")) {
                String mirror = home + pair.substring(other.length());
                BigDecimal both = sum.add(mirrored.getOrDefault(mirror, BigDecimal.ZERO));
                notZero(broken, home + " and " + pair, both);
              }
            });
  }

  private static void notZero(List<String> broken, String what, BigDecimal sum) {
    if (sum.signum() != 0) {
      broken.add(what + ": " + sum);
    }
  }

  /** What origins heard last is what the homes have done. */
  static void agree(Homes homes, Results results) throws SQLException {
    Map<String, String> done = new HashMap<>();
    for (TestHome home : homes.all()) {
      for (String line :
          texts(
              home,
              """
              select payment_id || ' ' || outcome || coalesce(' ' || reason, '')
                from booking_outcome where kind = 'PaymentRequested'
              union all
              select reversal_id || ' ' || state || coalesce(' ' || reason, '') from reversal
              """)) {
        String[] parts = line.split(" ", 2);
        done.put(parts[0], parts[1]);
      }
    }
    results
        .all()
        .forEach(
            (handle, result) -> {
              String told = done.get(handle);
              if (told != null) {
                assertThat(meaning(result)).as("%s: %s", handle, result).contains(told);
              } else {
                assertThat(isOfAnother(result)).as("%s: %s", handle, result).isTrue();
              }
            });
  }

  private static List<String> meaning(Result result) {
    if (result instanceof Settled || result instanceof Refunded) {
      return List.of("BOOKED");
    }
    if (result instanceof Cancelled cancelled) {
      return cancelled.cancelId() == null
          ? List.of("RETURNED CANCELLED", "REFUSED CANCELLED")
          : List.of("BOOKED");
    }
    if (result instanceof Rejected rejected) {
      return List.of("RETURNED " + rejected.reason(), "REFUSED " + rejected.reason());
    }
    return result instanceof CancelRefused refused
        ? List.of("REFUSED " + refused.reason())
        : List.of("REFUSED " + ((RefundRefused) result).reason());
  }

  /** Handles that something else was decided under: told the same, or refused. */
  private static boolean isOfAnother(Result result) {
    return result instanceof DuplicateOf
        || (result instanceof Refunded refunded && refunded.duplicateOf() != null)
        || result instanceof Cancelled
        || result instanceof CancelRefused
        || result instanceof RefundRefused
        || (result instanceof Rejected rejected && rejected.reason().equals("CONFLICT"));
  }

  private static List<String> texts(TestHome home, String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    read(home, sql, row -> texts.add(row.getString(1)));
    return texts;
  }

  private static Map<String, BigDecimal> sums(TestHome home, String sql) throws SQLException {
    Map<String, BigDecimal> sums = new TreeMap<>();
    read(home, sql, row -> sums.put(row.getString(1), row.getBigDecimal(2)));
    return sums;
  }

  private interface Reader {
    void read(ResultSet row) throws SQLException;
  }

  private static void read(TestHome home, String sql, Reader reader) throws SQLException {
    try (Connection connection = home.database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        reader.read(row);
      }
    }
  }
}
