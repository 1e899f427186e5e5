package dev.meridian.verifier.collect;

import dev.meridian.verifier.digest.Table;
import java.util.Map;

/** What is read from region-consumer's database; column names are the rows' components. */
final class ConsumerQueries {
  static final Map<Table<?>, String> OWN =
      Map.of(
          Table.PAYMENT,
          """
          select id,
                 business_key              as "businessKey",
                 request_key               as "requestKey",
                 encode(fingerprint, 'hex') as fingerprint,
                 fingerprint_version       as "fingerprintVersion",
                 state,
                 duplicate_of              as "duplicateOf",
                 amount_minor              as "amountMinor",
                 currency,
                 origin_region             as "originRegion",
                 home_region               as "homeRegion",
                 created_at                as "createdAt",
                 updated_at                as "updatedAt"
            from payment
          """,
          Table.HISTORY,
          """
          select coalesce(payment.id, path.payment_id) as "paymentId",
                 payment.state,
                 payment.version,
                 payment.amount_minor                  as "amountMinor",
                 payment.refunded_minor                as "refundedMinor",
                 coalesce(path.steps, '[]')            as steps
            from payment
            full join (
                 select payment_id,
                        json_agg(json_build_object('version', version, 'from', from_state,
                                                   'to', to_state, 'cause', cause)
                                 order by version) as steps
                   from payment_history
                  group by payment_id) as path on path.payment_id = payment.id
          """,
          Table.REVERSAL_ANSWER,
          """
          select kind,
                 business_key   as "businessKey",
                 request_key    as "requestKey",
                 reversal_id    as "reversalId",
                 state,
                 reason,
                 refunded_minor as "refundedMinor",
                 created_at     as "createdAt"
            from reversal
          """,
          Table.DEDUP_GAP,
          "with "
              + Dedup.KEYS
              + """
              select coalesce(warm.key, paid.key) as key,
                     case when paid.key is null then 'WARM_WITHOUT_PAYMENT'
                          else 'PAYMENT_WITHOUT_WARM' end as side,
                     coalesce(warm.first_seen, paid.created_at) as since
                from warm
                full join paid on paid.key = warm.key
               where paid.key is null
                  or (warm.key is null and not paid.recovered)
              """,
          Table.DEDUP_COUNT,
          "with "
              + Dedup.KEYS
              + """
              select (select count(*) from warm) as "warmRows",
                     (select count(*) from paid) as payments
              """);

  static final String PARTNERS = "select distinct home_region from payment";

  private ConsumerQueries() {}

  /** Keys as {@code DedupKeys} writes them: netstrings, so that both sides can be joined. */
  private static final class Dedup {
    static final String KEYS =
        """
        warm as (
          select distinct on (key) key, first_seen
            from dedup_key
           where consumer_group = 'region-consumer'
           order by key, first_seen),
        paid as (
          select '16:PaymentRequested,'
                 || octet_length(business_key) || ':' || business_key || ','
                 || octet_length(request_key)  || ':' || request_key  || ',' as key,
                 created_at,
                 exists (select from payment_history
                          where payment_id = payment.id and version = 1
                            and cause = 'recovered') as recovered
            from payment)
        """;

    private Dedup() {}
  }
}
