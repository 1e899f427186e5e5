package dev.meridian.verifier.collect;

import dev.meridian.verifier.digest.Table;
import java.util.Map;

/**
 * What is read from both databases, since both have an inbox, an outbox and ids; {@code %1$s}
 * stands for the database's name in the digest. Copies of balances on their way are no open work: a
 * home at rest tells them too, again and again.
 */
final class SharedQueries {
  static final Map<Table<?>, String> BY_DATABASE =
      Map.of(
          Table.PARKED,
          """
          select '%1$s'                     as database,
                 consumer_group             as "consumerGroup",
                 dedup_key                  as "dedupKey",
                 encode(fingerprint, 'hex') as fingerprint,
                 reason,
                 topic,
                 count,
                 closed_at                  as "closedAt"
            from parked_message
          """,
          Table.OPEN_MESSAGE,
          """
          select '%1$s'     as database,
                 message_id as "messageId",
                 answer_key as "answerKey",
                 home,
                 attempt,
                 created_at as since
            from open_message
          """,
          Table.UNSENT,
          """
          select '%1$s'       as database,
                 seq,
                 topic,
                 message_id   as "messageId",
                 unsent_since as since
            from outbox
           where sent_at is null
             and topic not like 'balances.%%'
          """,
          Table.DELIVERY,
          """
          select consumer_group as "consumerGroup", topic, partition, outcome, tier, cause, n
            from delivery_count
          """,
          Table.POSITION,
          """
          select consumer_group as "consumerGroup",
                 topic,
                 partition,
                 topic_id       as "topicId",
                 next_offset    as "nextOffset"
            from consumed_position
          """,
          Table.LEASE,
          """
          select '%1$s'              as database,
                 region,
                 kind,
                 coalesce(number, 0) as number,
                 epoch,
                 first,
                 last,
                 at
            from id_lease
          """,
          Table.BLOCK,
          """
          select '%1$s'        as database,
                 region,
                 kind,
                 epoch,
                 next_sequence as "nextSequence"
            from id_block
          """);

  private SharedQueries() {}
}
