package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Invariant 13. A collector reads Kafka before the database, so this holds at any moment. */
final class KafkaNotAhead implements Invariant {

  @Override
  public String sentence() {
    return "Kafka's committed position is not ahead of the database's";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.OFFSETS, Table.POSITION);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    evidence.digests().forEach(digest -> judge(digest, findings));
  }

  private static void judge(Digest digest, Findings findings) {
    Map<String, Row.Position> positions = new HashMap<>();
    digest.each(
        Table.POSITION,
        (Row.Position p) ->
            positions.put(Consumed.name(p.consumerGroup(), p.topic(), p.partition()), p));
    digest.each(
        Table.OFFSETS,
        (Row.Offsets o) -> {
          Long committed = o.committed();
          if (committed != null) {
            findings.checked();
            String name = Consumed.name(o.consumerGroup(), o.topic(), o.partition());
            judge(digest.region(), name, o, committed, positions.get(name), findings);
          }
        });
    if (digest.count(Table.OFFSETS) == 0) {
      findings.remark(digest.region() + " was collected without Kafka");
    }
  }

  private static void judge(
      String region,
      String name,
      Row.Offsets offsets,
      long committed,
      Row.@Nullable Position position,
      Findings findings) {
    if (position != null && !position.topicId().equals(offsets.topicId())) {
      findings.fail(region, name, "the database's position is of another topic of that name");
      return;
    }
    long reached = position == null ? offsets.beginning() : position.nextOffset();
    findings.failUnless(
        committed <= reached,
        region,
        name,
        "Kafka has committed %,d, the database has reached %,d".formatted(committed, reached));
  }
}
