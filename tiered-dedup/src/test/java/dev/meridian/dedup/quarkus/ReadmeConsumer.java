package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.Disposition;
import dev.meridian.dedup.Order;
import io.smallrye.reactive.messaging.annotations.Blocking;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** What the README shows; compiled here. */
final class ReadmeConsumer {
  private final Deduplication dedup;

  ReadmeConsumer(Deduplication dedup) {
    this.dedup = dedup;
  }

  @Incoming("orders")
  @Blocking
  void consume(List<Order> batch) throws SQLException {
    dedup.process("orders", batch, Order::key, this::book);
  }

  private List<Disposition> book(Connection connection, List<Order> newOnes) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO booking VALUES (?)")) {
      for (Order order : newOnes) {
        insert.setString(1, order.id());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    return newOnes.stream().map(order -> Disposition.APPLIED).toList();
  }
}
