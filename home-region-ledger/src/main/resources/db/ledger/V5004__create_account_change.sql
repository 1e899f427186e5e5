-- Why:      an account is frozen, closed and opened again by people: each change is kept, with who asked and why. What an account
--           that closes had left goes to another one, by an entry of a kind of its own.
-- Locks:    ACCESS EXCLUSIVE on entry while its check constraint is replaced; NOT VALID spares the scan, since it only allows more.
-- Duration: milliseconds.
-- Verify:   select account_id from account_change group by account_id having count(*) <> max(number);                  -- no row
--           select account.id from account join account_change last on last.account_id = account.id
--            where last.number = (select max(number) from account_change where account_id = account.id)
--              and last.to_state <> account.state;                                                                     -- no row

create table account_change (
    account_id text        not null collate "C",
    number     integer     not null,
    from_state text        not null collate "C",
    to_state   text        not null collate "C",
    asked_by   text        not null collate "C",
    reason     text        not null collate "C",
    entry_id   text        collate "C",
    at         timestamptz not null,
    constraint account_change_pk primary key (account_id, number),
    constraint account_change_account_fk foreign key (account_id) references account (id),
    constraint account_change_entry_fk foreign key (entry_id) references entry (id),
    constraint account_change_number_positive check (number > 0),
    constraint account_change_states_known
        check (from_state in ('OPEN', 'FROZEN', 'CLOSED') and to_state in ('OPEN', 'FROZEN', 'CLOSED')),
    constraint account_change_changes check (from_state <> to_state),
    constraint account_change_entry_only_closing check (entry_id is null or to_state = 'CLOSED')
);

comment on column account_change.number is '1 for an account''s first change, then one more each time';
comment on column account_change.entry_id is 'the entry that moved the rest to another account';

alter table entry drop constraint entry_kind_known;
alter table entry add constraint entry_kind_known
    check (kind in ('PAY', 'CREDIT_LEG', 'RETURN', 'FUND', 'WITHDRAW', 'REVERSAL', 'REFUND', 'CLOSE')) not valid;
