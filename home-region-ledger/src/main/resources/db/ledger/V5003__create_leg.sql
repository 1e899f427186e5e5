-- Why:      a payment whose payee has another home moves in two local bookings, joined by a leg. The payer's home keeps one row
--           per payment until the leg is answered; the payee's home keeps its answer per leg for good.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select counter_home, currency, sum(amount_minor) from payment_leg where state = 'DEBITED' group by 1, 2;
--           -- equals, per region and currency, what the clearing accounts of both homes sum to

create table payment_leg (
    payment_id   text        not null collate "C",
    leg_id       text        not null collate "C",
    counter_home text        not null collate "C",
    state        text        not null collate "C",
    amount_minor bigint      not null,
    currency     text        not null collate "C",
    kind         text        not null collate "C",
    business_key text        not null collate "C",
    request_key  text        not null collate "C",
    answer_message_id text   collate "C",
    created_at   timestamptz not null,
    settled_at   timestamptz,
    constraint payment_leg_pk primary key (payment_id),
    constraint payment_leg_leg_key unique (leg_id),
    constraint payment_leg_outcome_fk foreign key (kind, business_key, request_key)
        references booking_outcome (kind, business_key, request_key),
    constraint payment_leg_state_known check (state in ('DEBITED', 'SETTLED', 'RETURNED')),
    constraint payment_leg_settled_at_end check ((state = 'DEBITED') = (settled_at is null)),
    constraint payment_leg_answered_at_end check ((state = 'DEBITED') = (answer_message_id is null)),
    constraint payment_leg_amount_positive check (amount_minor > 0)
);

-- What is on its way. Small as long as links are up.
create index payment_leg_open on payment_leg (counter_home, created_at) where state = 'DEBITED';

create table leg_outcome (
    leg_id              text        not null collate "C",
    payment_id          text        not null collate "C",
    purpose             text        not null collate "C",
    fingerprint         bytea       not null,
    fingerprint_version smallint    not null,
    status              text        not null collate "C",
    reason              text        collate "C",
    entry_id            text        collate "C",
    account_id          text        not null collate "C",
    counter_home        text        not null collate "C",
    amount_minor        bigint      not null,
    currency            text        not null collate "C",
    message_id          text        not null collate "C",
    answer_id           text        not null collate "C",
    origin_region       text        not null collate "C",
    at                  timestamptz not null,
    constraint leg_outcome_pk primary key (leg_id),
    constraint leg_outcome_entry_fk foreign key (entry_id) references entry (id),
    constraint leg_outcome_status_known check (status in ('BOOKED', 'REFUSED', 'SUSPENSE')),
    constraint leg_outcome_purpose_known check (purpose in ('PAYMENT', 'RETURN', 'REFUND')),
    constraint leg_outcome_only_first_credit_refused check (status <> 'REFUSED' or purpose = 'PAYMENT'),
    constraint leg_outcome_reason_unless_booked check ((status = 'BOOKED') = (reason is null)),
    constraint leg_outcome_entry_unless_refused check ((status = 'REFUSED') = (entry_id is null)),
    constraint leg_outcome_amount_positive check (amount_minor > 0)
);

create index leg_outcome_payment on leg_outcome (payment_id);
