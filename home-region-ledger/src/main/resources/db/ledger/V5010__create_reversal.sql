-- Why:      a payment is given back in parts (refunds) or taken back as a whole (cancel). What was decided about each such request
--           is kept for good, refusals too, in 16 partitions by its business key; `capture` guards that never more than was paid
--           goes back, whoever races.
-- Locks:    ACCESS EXCLUSIVE on intent, entry and leg_outcome for a changed definition; NOT VALID spares the scans, since the new
--           checks only allow more, and a column with a constant default rewrites nothing.
-- Duration: milliseconds.
-- Verify:   select business_key from capture where refunded_minor not between 0 and captured_minor;                  -- no row
--           select kind, business_key from reversal where state <> 'REFUSED' group by 1, 2 having count(*) > 1;      -- no row

-- Batches read what is below only for intents that have any of it: those without pay no statement for it.
alter table intent add column reversed boolean not null default false;

comment on column intent.reversed is 'whether a refund or cancel of it, or under this key, was ever decided';

-- kind is the kind of the request: CancelRequested (its business key is the payment's), RefundRequested (has one of its own).
create table reversal (
    kind                 text        not null collate "C",
    business_key         text        not null collate "C",
    request_key          text        not null collate "C",
    fingerprint          bytea       not null,
    fingerprint_version  smallint    not null,
    reversal_id          text        not null collate "C",
    payment_id           text        not null collate "C",
    payment_business_key text        not null collate "C",
    payment_request_key  text        collate "C",
    state                text        not null collate "C",
    reason               text        collate "C",
    entry_id             text        collate "C",
    leg_id               text        collate "C",
    counter_home         text        collate "C",
    amount_minor         bigint,
    currency             text        collate "C",
    version              bigint      not null,
    refunded_minor       bigint      not null,
    message_id           text        not null collate "C",
    answer_id            text        not null collate "C",
    leg_answer_id        text        collate "C",
    origin_region        text        not null collate "C",
    occurred_at          timestamptz not null,
    at                   timestamptz not null,
    decided_at           timestamptz,
    constraint reversal_pk primary key (business_key, kind, request_key),
    constraint reversal_leg_key unique (leg_id, business_key),
    constraint reversal_entry_fk foreign key (entry_id) references entry (id),
    constraint reversal_kind_known check (kind in ('CancelRequested', 'RefundRequested')),
    constraint reversal_state_known check (state in ('WAITING', 'RESERVED', 'BOOKED', 'REFUSED')),
    constraint reversal_only_cancels_wait check (state <> 'WAITING' or kind = 'CancelRequested'),
    constraint reversal_reason_if_refused check ((state = 'REFUSED') = (reason is not null)),
    constraint reversal_entry_only_booked check (entry_id is null or state = 'BOOKED'),
    constraint reversal_refund_moves check (state <> 'BOOKED' or kind <> 'RefundRequested' or entry_id is not null),
    constraint reversal_reserved_has_leg check (state <> 'RESERVED' or leg_id is not null),
    constraint reversal_leg_names_home check ((leg_id is null) = (counter_home is null)),
    constraint reversal_leg_moves_money check (leg_id is null or (amount_minor is not null and payment_request_key is not null)),
    constraint reversal_decided_at_end check ((state in ('BOOKED', 'REFUSED')) = (decided_at is not null)),
    constraint reversal_amount_positive check (amount_minor > 0),
    constraint reversal_amount_has_currency check ((amount_minor is null) = (currency is null))
) partition by hash (business_key);

do $$
begin
    for remainder in 0..15 loop
        execute format('create table reversal_%s partition of reversal for values with (modulus 16, remainder %s)',
                       lpad(remainder::text, 2, '0'), remainder);
    end loop;
end
$$;

comment on column reversal.leg_id is 'made of the reversal''s id, and booked once over all keys: entry_leg holds that';
comment on column reversal.payment_id is 'the payment as the asking region names it; may be a duplicate of the one that was booked';
comment on column reversal.payment_request_key is 'with payment_business_key: the booked outcome that it acts on; null if there was none';
comment on column reversal.version is 'the payment''s version that the answer tells';
comment on column reversal.refunded_minor is 'how much of the payment had been given back with it, as the answer tells';
comment on column reversal.leg_answer_id is 'the message in which the payee''s home answered the leg';

-- One per intent and kind that isn't refused, whatever the request key.
create unique index reversal_live_once on reversal (kind, business_key) where state <> 'REFUSED';

create index reversal_payment on reversal (payment_business_key);

-- What is on its way. Small as long as links are up.
create index reversal_open on reversal (counter_home, at) where state in ('WAITING', 'RESERVED');

-- Further requests that asked for the same: they hear the outcome too.
create table reversal_asker (
    kind              text        not null collate "C",
    business_key      text        not null collate "C",
    request_key       text        not null collate "C",
    asker_request_key text        not null collate "C",
    reversal_id       text        not null collate "C",
    payment_id        text        not null collate "C",
    message_id        text        not null collate "C",
    answer_id         text        not null collate "C",
    origin_region     text        not null collate "C",
    occurred_at       timestamptz not null,
    at                timestamptz not null,
    constraint reversal_asker_pk primary key (business_key, kind, reversal_id, asker_request_key),
    constraint reversal_asker_outcome_fk foreign key (business_key, kind, request_key)
        references reversal (business_key, kind, request_key)
);

-- What a settled payment has captured and how much of it went back or is reserved to go back. Made with the first reversal.
create table capture (
    business_key   text   not null collate "C",
    request_key    text   not null collate "C",
    captured_minor bigint not null,
    refunded_minor bigint not null default 0,
    state          text   not null default 'SETTLED' collate "C",
    version        bigint not null default 1,
    constraint capture_pk primary key (business_key, request_key),
    constraint capture_captured_positive check (captured_minor > 0),
    constraint capture_refunded_within_captured check (refunded_minor between 0 and captured_minor),
    constraint capture_state_known check (state in ('SETTLED', 'CANCELLED')),
    constraint capture_cancelled_gives_all_back check (state = 'SETTLED' or refunded_minor = captured_minor),
    constraint capture_version_positive check (version >= 1)
) with (fillfactor = 85);

comment on column capture.version is 'the payment''s version: 1 when it settled, one more with each refund and the cancel';

alter table entry drop constraint entry_kind_known;
alter table entry add constraint entry_kind_known
    check (kind in ('PAY', 'CREDIT_LEG', 'RETURN', 'FUND', 'WITHDRAW', 'REVERSAL', 'REFUND', 'CLOSE', 'RELEASE', 'DEBIT_LEG')) not valid;

-- A debit leg takes a refund's, or a cancel's, money from the payee at its home; it may be refused.
alter table leg_outcome drop constraint leg_outcome_purpose_known;
alter table leg_outcome add constraint leg_outcome_purpose_known
    check (purpose in ('PAYMENT', 'RETURN', 'REFUND', 'DEBIT')) not valid;
alter table leg_outcome drop constraint leg_outcome_only_first_credit_refused;
alter table leg_outcome add constraint leg_outcome_only_first_credit_refused
    check (status <> 'REFUSED' or purpose in ('PAYMENT', 'DEBIT')) not valid;
