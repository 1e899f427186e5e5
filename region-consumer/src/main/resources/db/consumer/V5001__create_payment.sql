-- Why:      region-consumer keeps one row per try at an intent, found by its handle (the payment id) and by the two keys that
--           name it. `intent` is what a transaction locks before it reads outcomes of a business key: else two tries at one
--           intent both see nothing, and both are routed.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select state, count(*) from payment group by state;
--           -- no row may come back: an intent has at most one try that is open or settled in this region
--           select business_key from payment where state in ('ROUTED', 'SETTLED') group by 1 having count(*) > 1;

create table intent (
    business_key text not null collate "C",
    constraint intent_pk primary key (business_key)
);

create table payment (
    id                  text        not null collate "C",
    business_key        text        not null collate "C",
    request_key         text        not null collate "C",
    tenant              text        not null collate "C",
    client_reference    text        collate "C",
    payer               text        not null collate "C",
    payee               text        not null collate "C",
    amount_minor        bigint      not null,
    currency            char(3)     not null collate "C",
    fingerprint         bytea       not null,
    fingerprint_version smallint    not null,
    state               text        not null collate "C",
    reason              text        collate "C",
    duplicate_of        text        collate "C",
    winner_state        text        collate "C",
    version             integer     not null,
    -- The highest outcome version that the home region's ledger gave and that was applied here; 0 before the first.
    result_version      bigint      not null default 0,
    -- The message that outcome came in: tells its redelivery from another answer that says the same.
    result_message_id   text        collate "C",
    refunded_minor      bigint      not null default 0,
    -- The region of the producer's envelope. The command's own origin is always this region: results come back here.
    origin_region       text        not null collate "C",
    home_region         text        not null collate "C",
    message_id          text        not null collate "C",
    occurred_at         timestamptz not null,
    created_at          timestamptz not null default now(),
    updated_at          timestamptz not null default now(),
    constraint payment_pk primary key (id),
    constraint payment_keys_unique unique (business_key, request_key),
    constraint payment_amount_positive check (amount_minor > 0),
    constraint payment_payer_is_not_payee check (payer <> payee),
    constraint payment_state_known check (state in ('ROUTED', 'SETTLED', 'REJECTED', 'CANCELLED', 'DUPLICATE_OF')),
    constraint payment_winner_state_known check (winner_state in ('SETTLED', 'REJECTED', 'CANCELLED')),
    constraint payment_rejected_has_reason check (state <> 'REJECTED' or reason is not null),
    constraint payment_duplicate_names_winner check ((state = 'DUPLICATE_OF') = (duplicate_of is not null)),
    constraint payment_winner_state_of_duplicate check (winner_state is null or state = 'DUPLICATE_OF'),
    constraint payment_is_not_its_own_winner check (duplicate_of <> id),
    constraint payment_version_positive check (version >= 1),
    constraint payment_refunded_within_amount check (refunded_minor between 0 and amount_minor)
) with (fillfactor = 85); -- a state moves once or twice: room for the new version on the same page

-- The duplicates that follow a winner when its outcome comes.
create index payment_duplicate_of on payment (duplicate_of) where duplicate_of is not null;
