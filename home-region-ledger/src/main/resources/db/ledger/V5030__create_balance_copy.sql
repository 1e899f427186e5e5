-- Why:      other regions keep a read-only copy of balances. A home notes in `balance_due`, in the booking's transaction, which
--           accounts have to be told; a timer turns the notes into messages, several bookings of one account into one. What other
--           homes tell is kept in `balance_copy`: higher versions win. Nothing is ever decided by a copy.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select count(*) from balance_due;                                              -- small: the timer runs each second
--           select home, now() - as_of as lag from balance_heard;

create table balance_due (
    account_id text not null collate "C",
    constraint balance_due_pk primary key (account_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

create table balance_copy (
    account_id    text        not null collate "C",
    home          text        not null collate "C",
    currency      text        not null collate "C",
    balance_minor bigint      not null,
    version       bigint      not null,
    as_of         timestamptz not null,
    constraint balance_copy_pk primary key (account_id)
) with (fillfactor = 70);  -- a copy changes in place (HOT) while its page has room

comment on column balance_copy.version is 'the number of the account''s last posting at its home';
comment on column balance_copy.as_of is 'when its home read the balance, by that home''s clock';

create table balance_heard (
    home  text        not null collate "C",
    as_of timestamptz not null,
    constraint balance_heard_pk primary key (home)
) with (fillfactor = 50);

comment on column balance_heard.as_of is 'the latest of all that the home told';
