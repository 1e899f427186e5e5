-- Why:      whoever opens an account and hears no answer calls again: under the same Idempotency-Key that gives the first account,
--           not a second one. Kept for good, as accounts are.
-- Locks:    a new table; SHARE ROW EXCLUSIVE on account for the foreign key.
-- Duration: milliseconds.
-- Verify:   select account_id from account_opening group by account_id having count(*) > 1;                            -- no row

create table account_opening (
    idempotency_key text        not null collate "C",
    account_id      text        not null collate "C",
    kind            text        not null collate "C",
    currency        text        not null collate "C",
    at              timestamptz not null default now(),
    constraint account_opening_pk primary key (idempotency_key),
    constraint account_opening_account_key unique (account_id),
    -- the key is taken first, so that of two calls at once one waits for the other
    constraint account_opening_account_fk foreign key (account_id) references account (id) deferrable initially deferred
);
