package dev.meridian.verifier.collect;

import dev.meridian.verifier.digest.Table;
import java.util.Map;

/** What is read from home-region-ledger's database; column names are the rows' components. */
final class LedgerQueries {
  static final Map<Table<?>, String> OWN =
      Map.of(
          Table.OUTCOME,
          """
          select kind,
                 business_key               as "businessKey",
                 request_key                as "requestKey",
                 encode(fingerprint, 'hex') as fingerprint,
                 fingerprint_version        as "fingerprintVersion",
                 outcome,
                 entry_id                   as "entryId",
                 payment_id                 as "paymentId",
                 origin_region              as "originRegion",
                 at
            from booking_outcome
          """,
          Table.ASKER,
          """
          select kind,
                 business_key  as "businessKey",
                 request_key   as "requestKey",
                 payment_id    as "paymentId",
                 origin_region as "originRegion",
                 at
            from outcome_asker
          """,
          // Postings without an entry come as entries without a kind.
          Table.ENTRY,
          """
          select coalesce(entry.id, summed.entry_id)     as id,
                 entry.kind,
                 entry.business_key                      as "businessKey",
                 entry.payment_id                        as "paymentId",
                 entry.leg_id                            as "legId",
                 entry.at,
                 coalesce(summed.postings, 0)            as postings,
                 coalesce(summed.imbalance, 0)           as "imbalanceMinor",
                 coalesce(summed.amount, 0)              as "amountMinor",
                 coalesce(summed.currencies, '')         as currency
            from entry
            full join (
                 select entry_id,
                        sum(postings)::bigint       as postings,
                        sum(abs(balance))::bigint   as imbalance,
                        sum(credited)::bigint       as amount,
                        string_agg(currency, '+' order by currency) as currencies
                   from (select entry_id, currency,
                                count(*)                                       as postings,
                                sum(amount_minor)                              as balance,
                                sum(amount_minor) filter (where amount_minor > 0) as credited
                           from posting
                          group by entry_id, currency) as per_currency
                  group by entry_id) as summed on summed.entry_id = entry.id
          """,
          // Postings without an account come as accounts without a kind.
          Table.ACCOUNT,
          """
          select coalesce(account.id, summed.account_id)     as id,
                 account.kind,
                 coalesce(account.currency, summed.currency) as currency,
                 account.balance_minor                       as "balanceMinor",
                 coalesce(summed.amount, 0)                  as "postingsMinor"
            from account
            full join (
                 select account_id, currency, sum(amount_minor)::bigint as amount
                   from posting
                  group by account_id, currency) as summed
              on summed.account_id = account.id and summed.currency = account.currency
          """,
          Table.PAYMENT_LEG,
          """
          select leg_id       as "legId",
                 payment_id   as "paymentId",
                 counter_home as "counterHome",
                 state,
                 amount_minor as "amountMinor",
                 currency,
                 created_at   as "createdAt",
                 settled_at   as "settledAt"
            from payment_leg
          """,
          Table.LEG_OUTCOME,
          """
          select leg_id       as "legId",
                 counter_home as "counterHome",
                 purpose,
                 status,
                 entry_id     as "entryId",
                 amount_minor as "amountMinor",
                 currency,
                 at
            from leg_outcome
          """,
          Table.REVERSAL,
          """
          select kind,
                 business_key         as "businessKey",
                 request_key          as "requestKey",
                 reversal_id          as "reversalId",
                 payment_business_key as "paymentBusinessKey",
                 payment_request_key  as "paymentRequestKey",
                 state,
                 entry_id             as "entryId",
                 leg_id               as "legId",
                 counter_home         as "counterHome",
                 amount_minor         as "amountMinor",
                 currency,
                 refunded_minor       as "refundedMinor",
                 origin_region        as "originRegion",
                 at,
                 decided_at           as "decidedAt"
            from reversal
          """,
          Table.REVERSAL_ASKER,
          """
          select kind,
                 business_key      as "businessKey",
                 request_key       as "requestKey",
                 asker_request_key as "askerRequestKey",
                 reversal_id       as "reversalId",
                 origin_region     as "originRegion",
                 at
            from reversal_asker
          """,
          Table.CAPTURE,
          """
          select capture.business_key         as "businessKey",
                 capture.request_key          as "requestKey",
                 booking_outcome.payment_id   as "paymentId",
                 booking_outcome.amount_minor as "paidMinor",
                 captured_minor               as "capturedMinor",
                 refunded_minor               as "refundedMinor",
                 state
            from capture
            left join booking_outcome on booking_outcome.kind = 'PaymentRequested'
                                     and booking_outcome.business_key = capture.business_key
                                     and booking_outcome.request_key = capture.request_key
          """);

  static final String PARTNERS =
      """
      select origin_region from booking_outcome where kind = 'PaymentRequested'
      union select origin_region from outcome_asker
      union select counter_home from payment_leg
      union select counter_home from leg_outcome
      union select origin_region from reversal
      union select origin_region from reversal_asker
      union select counter_home from reversal where counter_home is not null
      """;

  private LedgerQueries() {}
}
