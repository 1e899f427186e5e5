-- Why:      each move of a payment's state is written down with its cause, in the transaction that made it: the path must be one
--           of the transition table, and people ask why a payment stands where it stands. No foreign key: the same transaction
--           writes both rows, and checking it again would lock each payment once more.
-- Locks:    new table only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   -- no row may come back: a payment's last move is where it stands
--           select id from payment p where not exists
--             (select from payment_history h where h.payment_id = p.id and h.version = p.version and h.to_state = p.state);

create table payment_history (
    payment_id text        not null collate "C",
    version    integer     not null,
    from_state text        collate "C",
    to_state   text        not null collate "C",
    cause      text        not null collate "C",
    reason     text        collate "C",
    message_id text        not null collate "C",
    at         timestamptz not null,
    constraint payment_history_pk primary key (payment_id, version),
    constraint payment_history_born_once check ((version = 1) = (from_state is null)),
    constraint payment_history_cause_known check (cause in ('request', 'other_request', 'result', 'recovered'))
);
