package dev.meridian.demo;

import dev.meridian.stack.Region;
import dev.meridian.stack.Stack;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;

/**
 * With {@code --stay}: tells where everything is, and keeps it running until the program is ended.
 */
final class Stay implements Demo.Listener {
  private final DemoOptions options;
  private final Console console;

  Stay(DemoOptions options, Console console) {
    this.options = options;
    this.console = console;
  }

  @Override
  public void reported(DemoResult result, Stack stack) throws InterruptedException {
    if (!options.stay()) {
      return;
    }
    console.line("");
    stack.regions().forEach(region -> console.line(addresses(region)));
    console.line("");
    console.line("a payment, an account, what a region has counted:");
    curls(stack.regions().get(0), stack);
    console.line("");
    console.line("everything keeps running; Ctrl-C ends it");
    new CountDownLatch(1).await();
  }

  private static String addresses(Region region) {
    return "%s  region-consumer %s  home-region-ledger %s  Kafka %s  PostgreSQL %s"
        .formatted(
            region.code(),
            region.consumer().url(),
            region.ledger().url(),
            region.kafka().bootstrap(),
            region.postgres().jdbcUrl(Region.CONSUMER_DATABASE));
  }

  private void curls(Region region, Stack stack) {
    try (Connection connection =
            region.postgres().dataSource(Region.CONSUMER_DATABASE).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select id, payer, home_region from payment where state = 'SETTLED' limit 1")) {
      if (row.next()) {
        Region home = stack.region(row.getString(3));
        console.line(
            "  curl -s %s/payments/%s".formatted(region.consumer().url(), row.getString(1)));
        console.line("  curl -s %s/accounts/%s".formatted(home.ledger().url(), row.getString(2)));
      }
      console.line("  curl -s %s/q/metrics | grep meridian_".formatted(region.consumer().url()));
    } catch (SQLException e) {
      console.line("  the database can't be asked for an example: " + e.getMessage());
    }
  }
}
