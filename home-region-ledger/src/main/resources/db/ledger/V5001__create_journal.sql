-- Why:      double entry. An account has a balance that equals the sum of its postings; an entry has two or more postings that
--           sum to zero per currency. Entries and postings are only ever appended; a correction is an entry that reverses one.
--           Both are kept for good, in 16 partitions by the entry's id each, so that the indexes of one stay small. The service
--           has rights on the parents alone, so that no statement reaches a partition past the parent's trigger.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select entry_id, currency from posting group by entry_id, currency having sum(amount_minor) <> 0;        -- no row
--           select id from account where balance_minor <>
--                  coalesce((select sum(amount_minor) from posting where account_id = account.id), 0);                 -- no row
--           select id from account where version <> (select count(*) from posting where account_id = account.id);       -- no row

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
    booked_at     timestamptz,
    created_at    timestamptz not null default now(),
    constraint account_pk primary key (id),
    constraint account_id_currency_key unique (id, currency),
    constraint account_kind_known check (kind in ('CUSTOMER', 'MERCHANT', 'CLEARING', 'SUSPENSE', 'EXTERNAL')),
    constraint account_state_known check (state in ('OPEN', 'FROZEN', 'CLOSED')),
    constraint account_currency_three_letters check (currency ~ '^[A-Z]{3}$'),
    constraint account_balance_not_negative
        check (balance_minor >= 0 or kind not in ('CUSTOMER', 'MERCHANT', 'SUSPENSE'))
) with (fillfactor = 70);  -- a balance changes in place (HOT) while its page has room

comment on column account.version is 'the number of the account''s last posting; 0 before the first';
comment on column account.booked_at is 'no posting of the account is later; null before the first';

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
) partition by hash (id);

comment on column entry.cause is 'id of the message, or reference of the request, that made the entry';

create index entry_payment on entry (payment_id) where payment_id is not null;

-- number: 1 for an account's first posting, then one more each time, drawn under the account's lock: the order in which its
-- postings are committed, without a gap. booked_at never falls along it.
create table posting (
    entry_id            text        not null collate "C",
    line                smallint    not null,
    account_id          text        not null collate "C",
    amount_minor        bigint      not null,
    currency            text        not null collate "C",
    number              bigint      not null,
    balance_after_minor bigint      not null,
    booked_at           timestamptz not null,
    constraint posting_pk primary key (entry_id, line),
    constraint posting_account_fk foreign key (account_id, currency) references account (id, currency),
    constraint posting_amount_not_zero check (amount_minor <> 0),
    constraint posting_number_positive check (number > 0)
) partition by hash (entry_id);

comment on column posting.amount_minor is 'signed minor units: above zero credits the account, below zero debits it';
comment on column posting.balance_after_minor is 'the account''s balance with this posting and all before it';
comment on column posting.booked_at is 'the database''s clock when it was written under the account''s lock, or the one before''s if that is later';

create index posting_account on posting (account_id, number);

-- An entry and its postings lie in partitions of the same number, so that the foreign key asks one small index.
do $$
declare
    part text;
begin
    for remainder in 0..15 loop
        part := lpad(remainder::text, 2, '0');
        execute format('create table entry_%s partition of entry for values with (modulus 16, remainder %s)', part, remainder);
        execute format('create table posting_%s partition of posting for values with (modulus 16, remainder %s)', part, remainder);
        execute format('alter table posting_%1$s add constraint posting_entry_fk foreign key (entry_id) references entry_%1$s (id)',
                       part);
    end loop;
end
$$;

-- A leg is booked once, and returned once, whatever else fails. A table of its own, filled by whatever is inserted into entry: a
-- unique index on entry would have to hold the id.
create table entry_leg (
    leg_id   text not null collate "C",
    kind     text not null collate "C",
    entry_id text not null collate "C",
    constraint entry_leg_once primary key (leg_id, kind),
    constraint entry_leg_entry_fk foreign key (entry_id) references entry (id)
) partition by hash (leg_id);

do $$
begin
    for remainder in 0..15 loop
        execute format('create table entry_leg_%s partition of entry_leg for values with (modulus 16, remainder %s)',
                       lpad(remainder::text, 2, '0'), remainder);
    end loop;
end
$$;

create function remember_legs() returns trigger language plpgsql as $$
begin
    insert into entry_leg (leg_id, kind, entry_id)
    select leg_id, kind, id from inserted where leg_id is not null;
    return null;
end
$$;

create trigger entry_leg_remembered
    after insert on entry
    referencing new table as inserted
    for each statement execute function remember_legs();

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
