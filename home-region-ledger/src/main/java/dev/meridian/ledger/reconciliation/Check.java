package dev.meridian.ledger.reconciliation;

import java.util.Locale;

/**
 * What is held against what. Each is one statement that returns the subjects that don't agree
 * (subject, what, expected, actual, entries), with how many there are in all, and one that counts
 * what there is to check.
 */
enum Check {
  /** Each entry has two or more postings and sums to zero per currency. */
  ENTRY(
      "select count(*) from entry",
      """
      with summed as (
        select entry_id, sum(postings) as postings,
               string_agg(currency || ' ' || imbalance, ', ' order by currency) filter (where imbalance <> 0) as off
          from (select entry_id, currency, count(*) as postings, sum(amount_minor) as imbalance
                  from posting
                 group by entry_id, currency) as per_currency
         group by entry_id)
      select coalesce(entry.id, summed.entry_id) as subject,
             case when entry.id is null then 'postings without their entry'
                  when summed.off is not null then 'doesn''t sum to zero'
                  else 'fewer than two postings' end as what,
             case when summed.off is not null then '0' else '2' end as expected,
             coalesce(summed.off, coalesce(summed.postings, 0)::text) as actual,
             array[coalesce(entry.id, summed.entry_id)] as entries
        from entry
        full join summed on summed.entry_id = entry.id
       where entry.id is null or summed.entry_id is null or summed.off is not null or summed.postings < 2
      """),

  /**
   * Each balance is the sum of its postings, and no client's is below zero; the postings are
   * numbered without a gap, and each holds the running balance: then the sum of those equals the
   * sum of the amounts, each taken as often as there are postings from it on. The same is held with
   * each posting weighted by its number, so that two that are exchanged are seen too.
   */
  ACCOUNT(
      "select count(*) from account",
      """
      with summed as (
        select posting.account_id, posting.currency, count(*) as postings, max(number) as last,
               sum(amount_minor) as amount,
               sum(balance_after_minor) as running,
               sum(amount_minor::numeric * (coalesce(version, 0) - number + 1)) as running_expected,
               sum(balance_after_minor::numeric * number) as weighted,
               sum(amount_minor::numeric
                   * ((coalesce(version, 0)::numeric * (coalesce(version, 0) + 1) - number::numeric * (number - 1)) / 2))
                 as weighted_expected
          from posting
          left join account on account.id = posting.account_id
         group by posting.account_id, posting.currency)
      select coalesce(account.id, summed.account_id) as subject,
             case when account.id is null then 'postings without their account'
                  when account.balance_minor <> coalesce(amount, 0) then 'the balance is not the sum of the postings'
                  when account.version <> coalesce(postings, 0) or account.version <> coalesce(last, 0)
                    then 'the postings are not numbered 1 to the version'
                  when running <> running_expected or weighted <> weighted_expected
                    then 'a posting doesn''t hold the running balance'
                  else 'below zero' end as what,
             case when account.balance_minor <> coalesce(amount, 0) then coalesce(amount, 0)::text
                  when account.version <> coalesce(postings, 0) or account.version <> coalesce(last, 0)
                    then account.version::text
                  when running <> running_expected then running_expected::text
                  when weighted <> weighted_expected then trunc(weighted_expected)::text
                  else '0' end as expected,
             case when account.balance_minor <> coalesce(amount, 0) then account.balance_minor::text
                  when account.version <> coalesce(postings, 0) or account.version <> coalesce(last, 0)
                    then coalesce(postings, 0)::text
                  when running <> running_expected then running::text
                  when weighted <> weighted_expected then weighted::text
                  else coalesce(account.balance_minor::text, '') end as actual,
             array(select entry_id
                     from (select entry_id, number,
                                  number is distinct from row_number() over of_account
                                  or balance_after_minor is distinct from sum(amount_minor) over of_account as odd
                             from posting
                            where posting.account_id = coalesce(account.id, summed.account_id)
                           window of_account as (order by number)) as ordered
                    order by odd desc, case when odd then number else -number end
                    limit 5) as entries
        from account
        full join summed on summed.account_id = account.id and summed.currency = account.currency
       where account.id is null
          or account.balance_minor <> coalesce(amount, 0)
          or account.version <> coalesce(postings, 0)
          or account.version <> coalesce(last, 0)
          or running <> running_expected
          or weighted <> weighted_expected
          or (account.balance_minor < 0 and account.kind in ('CUSTOMER', 'MERCHANT', 'SUSPENSE'))
      """),

  /** Each leg has moved on the clearing accounts just what became of it says. */
  LEG(
      "select count(*) from (" + Legs.EXPECTED + ") as leg",
      """
      with expected as (%s),
      moved as (%s)
      select coalesce(expected.leg_id, moved.leg_id, 'no leg') as subject,
             case when expected.leg_id is null then 'clearing moved without a leg towards ' || moved.home
                  else 'clearing towards ' || expected.home end as what,
             coalesce(expected.minor, 0)::text as expected,
             coalesce(moved.minor, 0)::text as actual,
             coalesce(moved.entries, '{}') as entries
        from expected
        full join moved
          on moved.leg_id = expected.leg_id and moved.home = expected.home and moved.currency = expected.currency
       where coalesce(expected.minor, 0) <> coalesce(moved.minor, 0)
      """
          .formatted(Legs.EXPECTED, Legs.MOVED)),

  /**
   * Per pair of this home and another, and currency, the balances of the clearing accounts sum to
   * what the legs say.
   */
  PAIR(
      """
      select count(*) from (select distinct split_part(id, ':', 2), currency
                              from account where kind = 'CLEARING') as pair
      """,
      """
      with expected as (
        select home, currency, sum(minor) as minor from (%s) as leg group by home, currency),
      held as (
        select split_part(id, ':', 2) as home, currency, sum(balance_minor) as minor
          from account where kind = 'CLEARING' group by 1, 2)
      select coalesce(expected.home, held.home) || ' ' || coalesce(expected.currency, held.currency) as subject,
             'the clearing accounts are not what the legs say' as what,
             coalesce(expected.minor, 0)::text as expected,
             coalesce(held.minor, 0)::text as actual,
             array(select posting.entry_id
                     from posting
                     join account on account.id = posting.account_id
                    where account.kind = 'CLEARING'
                      and split_part(account.id, ':', 2) = coalesce(expected.home, held.home)
                      and account.currency = coalesce(expected.currency, held.currency)
                    order by posting.booked_at desc, posting.entry_id desc
                    limit 5) as entries
        from expected
        full join held on held.home = expected.home and held.currency = expected.currency
       where coalesce(expected.minor, 0) <> coalesce(held.minor, 0)
      """
          .formatted(Legs.EXPECTED));

  private final String counting;
  private final String differing;

  Check(String counting, String differing) {
    this.counting = counting;
    this.differing = differing;
  }

  /** As metrics and reports call it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String counting() {
    return counting;
  }

  /** With the number of all in the last column; at most {@code ?} rows. */
  String differing() {
    return "select subject, what, expected, actual, entries, count(*) over () from ("
        + differing
        + ") as difference order by subject limit ?";
  }

  /** What became of legs, and what moved for them on the clearing accounts. */
  private static final class Legs {
    /**
     * A payment's leg holds its amount until it is returned; another home's credit takes it, and
     * its debit leg gives it back. What a refund or cancel credits here takes it home.
     */
    static final String EXPECTED =
        """
        select leg_id, counter_home as home, currency, amount_minor as minor
          from payment_leg where state <> 'RETURNED'
         union all
        select leg_id, counter_home, currency,
               case when purpose = 'DEBIT' then amount_minor else -amount_minor end
          from leg_outcome where status <> 'REFUSED'
         union all
        select leg_id, counter_home, currency, -amount_minor
          from reversal where state = 'BOOKED' and leg_id is not null
        """;

    static final String MOVED =
        """
        select entry.leg_id, split_part(account.id, ':', 2) as home, account.currency,
               sum(posting.amount_minor) as minor, (array_agg(entry.id order by entry.id))[1:5] as entries
          from account
          join posting on posting.account_id = account.id
          join entry on entry.id = posting.entry_id
         where account.kind = 'CLEARING'
         group by 1, 2, 3
        """;

    private Legs() {}
  }
}
