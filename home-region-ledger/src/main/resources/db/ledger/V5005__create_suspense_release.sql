-- Why:      what could be neither booked nor refused lies in suspense until a person says whose it is. Each entry that put money
--           there is released at most once, with who asked and why.
-- Locks:    ACCESS EXCLUSIVE on entry while its check constraint is replaced; NOT VALID spares the scan, since it only allows more.
-- Duration: milliseconds.
-- Verify:   select currency, sum(posting.amount_minor) from posting join account on account.id = posting.account_id
--            where account.kind = 'SUSPENSE' group by 1;
--           -- equals, per currency, what entries without a row here put into suspense

create table suspense_release (
    held_entry_id    text        not null collate "C",
    release_entry_id text        not null collate "C",
    account_id       text        not null collate "C",
    asked_by         text        not null collate "C",
    reason           text        not null collate "C",
    at               timestamptz not null,
    constraint suspense_release_pk primary key (held_entry_id),
    constraint suspense_release_held_fk foreign key (held_entry_id) references entry (id),
    constraint suspense_release_release_fk foreign key (release_entry_id) references entry (id),
    constraint suspense_release_account_fk foreign key (account_id) references account (id)
);

comment on column suspense_release.held_entry_id is 'the entry that put money into suspense';
comment on column suspense_release.release_entry_id is 'the entry that moved it to the account';

alter table entry drop constraint entry_kind_known;
alter table entry add constraint entry_kind_known
    check (kind in ('PAY', 'CREDIT_LEG', 'RETURN', 'FUND', 'WITHDRAW', 'REVERSAL', 'REFUND', 'CLOSE', 'RELEASE')) not valid;
