-- Why:      double entry. An account has a balance that equals the sum of its postings; an entry has two or more postings that
--           sum to zero per currency. Entries and postings are only ever appended; a correction is an entry that reverses one.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select entry_id, currency from posting group by entry_id, currency having sum(amount_minor) <> 0;        -- no row
--           select id from account where balance_minor <>
--                  coalesce((select sum(amount_minor) from posting where account_id = account.id), 0);                 -- no row

-- Ids of clients' accounts are drawn; system accounts are named by what they are for:
-- clearing:<region>:<currency>:<00..15>, suspense:<currency>, external:<currency>.
create table account (
    id            text        not null collate "C",
    home          text        not null collate "C",
    kind          text        not null collate "C",
    currency      text        not null collate "C",
    state         text        not null default 'OPEN' collate "C",
    balance_minor bigint      not null default 0,
    version       bigint      not null default 0,
    created_at    timestamptz not null default now(),
    constraint account_pk primary key (id),
    constraint account_id_currency_key unique (id, currency),
    constraint account_kind_known check (kind in ('CUSTOMER', 'MERCHANT', 'CLEARING', 'SUSPENSE', 'EXTERNAL')),
    constraint account_state_known check (state in ('OPEN', 'FROZEN', 'CLOSED')),
    constraint account_currency_three_letters check (currency ~ '^[A-Z]{3}$'),
    constraint account_balance_not_negative
        check (balance_minor >= 0 or kind not in ('CUSTOMER', 'MERCHANT', 'SUSPENSE'))
) with (fillfactor = 70);  -- a balance changes in place (HOT) while its page has room

create table entry (
    id           text        not null collate "C",
    kind         text        not null collate "C",
    business_key text        not null collate "C",
    payment_id   text        collate "C",
    leg_id       text        collate "C",
    cause        text        not null collate "C",
    at           timestamptz not null,
    constraint entry_pk primary key (id),
    constraint entry_kind_known
        check (kind in ('PAY', 'CREDIT_LEG', 'RETURN', 'FUND', 'WITHDRAW', 'REVERSAL', 'REFUND'))
);

comment on column entry.cause is 'id of the message, or reference of the request, that made the entry';

create index entry_payment on entry (payment_id) where payment_id is not null;

-- A leg is booked once, and returned once, whatever else fails.
create unique index entry_leg_once on entry (leg_id, kind) where leg_id is not null;

create table posting (
    entry_id     text     not null collate "C",
    line         smallint not null,
    account_id   text     not null collate "C",
    amount_minor bigint   not null,
    currency     text     not null collate "C",
    constraint posting_pk primary key (entry_id, line),
    constraint posting_entry_fk foreign key (entry_id) references entry (id),
    constraint posting_account_fk foreign key (account_id, currency) references account (id, currency),
    constraint posting_amount_not_zero check (amount_minor <> 0)
);

comment on column posting.amount_minor is 'signed minor units: above zero credits the account, below zero debits it';

create index posting_account on posting (account_id);

-- Whoever writes, an unbalanced entry is refused: all postings of an entry come in one statement.
create function refuse_unbalanced_entry() returns trigger language plpgsql as $$
declare
    unbalanced text;
begin
    select entry_id into unbalanced
      from inserted
     group by entry_id, currency
    having sum(amount_minor) <> 0
     limit 1;
    if found then
        raise exception 'entry % does not sum to zero', unbalanced
            using errcode = 'check_violation', constraint = 'posting_entry_balanced';
    end if;
    select entry_id into unbalanced
      from inserted
     group by entry_id
    having count(*) < 2
     limit 1;
    if found then
        raise exception 'entry % has fewer than two postings', unbalanced
            using errcode = 'check_violation', constraint = 'posting_entry_two_sided';
    end if;
    return null;
end
$$;

create trigger posting_entry_balanced
    after insert on posting
    referencing new table as inserted
    for each statement execute function refuse_unbalanced_entry();
