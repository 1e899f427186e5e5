package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.Disposition;
import dev.meridian.dedup.Order;
import io.smallrye.reactive.messaging.annotations.Blocking;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** What the README shows; compiled here, and run by ReadmeExampleIT. */
public final class ReadmeConsumer {
  private final Deduplication dedup;

  public ReadmeConsumer(Deduplication dedup) {
    this.dedup = dedup;
  }

  @Incoming("orders")
  @Blocking
  public void consume(List<Order> batch) throws SQLException {
    dedup.process("orders", batch, Order::key, this::book, this::park);
  }

  private List<Disposition> book(Connection connection, List<Order> newOnes) throws SQLException {
    for (Order order : newOnes) {
      order.insertInto("booking", connection);
    }
    return newOnes.stream().map(order -> Disposition.APPLIED).toList();
  }

  private void park(Connection connection, List<Order> contradicting) throws SQLException {
    for (Order order : contradicting) {
      order.insertInto("parked", connection);
    }
  }
}
