-- Why:      what home regions answer to refunds and cancels is kept, one row per try: a repeat is told apart from a contradiction,
--           and people see what became of it.
-- Locks:    new table only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select state, count(*) from reversal group by state;

create table reversal (
    kind              text        not null collate "C",
    business_key      text        not null collate "C",
    request_key       text        not null collate "C",
    reversal_id       text        not null collate "C",
    payment_id        text        not null collate "C",
    state             text        not null collate "C",
    reason            text        collate "C",
    duplicate_of      text        collate "C",
    refunded_minor    bigint      not null,
    result_version    bigint      not null,
    result_message_id text        not null collate "C",
    created_at        timestamptz not null default now(),
    constraint reversal_pk primary key (kind, business_key, request_key, reversal_id),
    constraint reversal_kind_known check (kind in ('CancelRequested', 'RefundRequested')),
    constraint reversal_state_known check (state in ('REFUNDED', 'CANCELLED', 'REFUSED')),
    constraint reversal_state_of_kind check (state = 'REFUSED' or (state = 'CANCELLED') = (kind = 'CancelRequested')),
    constraint reversal_reason_if_refused check ((state = 'REFUSED') = (reason is not null)),
    constraint reversal_refunded_not_negative check (refunded_minor >= 0)
);

comment on column reversal.payment_id is 'the payment as this region named it in the request; where it had none, the reversal''s own id';
comment on column reversal.refunded_minor is 'how much of the payment had been refunded with it';

create index reversal_payment on reversal (payment_id);
