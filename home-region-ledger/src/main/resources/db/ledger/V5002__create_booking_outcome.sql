-- Why:      an intent is booked at most once, for good, and every request for it is answered the same for ever. The row of
--           `intent` is what all who handle one intent lock before they read what became of it. Outcomes are kept in 16
--           partitions by business key, so that each unique index is a small one.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select business_key from booking_outcome where outcome = 'BOOKED' group by kind, business_key having count(*) > 1;
--           -- no row

create table intent (
    business_key text not null collate "C",
    constraint intent_pk primary key (business_key)
);

-- kind is the kind of the request: PaymentRequested, Fund (later CancelRequested, RefundRequested).
create table booking_outcome (
    kind                text        not null collate "C",
    business_key        text        not null collate "C",
    request_key         text        not null collate "C",
    fingerprint         bytea       not null,
    fingerprint_version smallint    not null,
    outcome             text        not null collate "C",
    settled             boolean     not null,
    reason              text        collate "C",
    entry_id            text        collate "C",
    payment_id          text        not null collate "C",
    message_id          text        not null collate "C",
    answer_id           text        not null collate "C",
    origin_region       text        not null collate "C",
    occurred_at         timestamptz not null,
    tenant              text        not null collate "C",
    client_reference    text        collate "C",
    payer               text        not null collate "C",
    payee               text        not null collate "C",
    amount_minor        bigint      not null,
    currency            text        not null collate "C",
    at                  timestamptz not null,
    constraint booking_outcome_pk primary key (kind, business_key, request_key),
    constraint booking_outcome_entry_fk foreign key (entry_id) references entry (id),
    constraint booking_outcome_known check (outcome in ('BOOKED', 'REFUSED', 'RETURNED')),
    constraint booking_outcome_reason_unless_booked check ((outcome = 'BOOKED') = (reason is null)),
    constraint booking_outcome_entry_unless_refused check ((outcome = 'REFUSED') = (entry_id is null)),
    constraint booking_outcome_open_only_if_booked check (settled or outcome = 'BOOKED'),
    constraint booking_outcome_amount_positive check (amount_minor > 0)
) partition by hash (business_key);

do $$
begin
    for remainder in 0..15 loop
        execute format('create table booking_outcome_%s partition of booking_outcome for values with (modulus 16, remainder %s)',
                       lpad(remainder::text, 2, '0'), remainder);
    end loop;
end
$$;

comment on column booking_outcome.settled is 'false while the payee''s home was not heard of: no outcome is told yet';
comment on column booking_outcome.message_id is 'the message that was decided first: repeats are told apart by it';
comment on column booking_outcome.answer_id is 'the id of the message that tells the outcome; a repeat of the answer repeats it';

-- One booking per intent, whatever the request key; a return frees it.
create unique index booking_outcome_booked_once on booking_outcome (kind, business_key) where outcome = 'BOOKED';

create index booking_outcome_payment on booking_outcome (payment_id);

-- Further payments that asked for the same intent: they hear each later outcome too, as DuplicateOf.
create table outcome_asker (
    kind              text        not null collate "C",
    business_key      text        not null collate "C",
    request_key       text        not null collate "C",
    payment_id        text        not null collate "C",
    asker_request_key text        not null collate "C",
    message_id        text        not null collate "C",
    answer_id         text        not null collate "C",
    origin_region     text        not null collate "C",
    occurred_at       timestamptz not null,
    at                timestamptz not null,
    constraint outcome_asker_pk primary key (kind, business_key, payment_id, asker_request_key),
    constraint outcome_asker_outcome_fk foreign key (kind, business_key, request_key)
        references booking_outcome (kind, business_key, request_key)
);

comment on column outcome_asker.request_key is 'the request key of the outcome that is told to this payment';
comment on column outcome_asker.asker_request_key is 'the request key that this payment came with';
