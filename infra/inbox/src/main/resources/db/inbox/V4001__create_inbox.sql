-- Why:      what a consumer keeps in the transaction of its effects: messages that can't be applied, how far it has read, and
--           what became of every delivery. A crash then loses none of the three, and none runs ahead of the effects.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   \d parked_message, \d consumed_position, \d delivery_count

-- The id is derived from (consumer_group, dedup_key, fingerprint), so that it means the same message on every try.
-- Headers and keys are bytes: U+0000 and broken UTF-8 are legal in Kafka, and are reasons to be here.
create table parked_message (
    id             text        not null collate "C",
    consumer_group text        not null collate "C",
    dedup_key      text        not null collate "C",
    fingerprint    bytea       not null,
    reason         text        not null collate "C",
    detail         text        not null,
    topic          text        not null collate "C",
    partition      integer     not null,
    record_offset  bigint      not null,
    record_key     bytea,
    headers        bytea       not null,
    payload        bytea,
    count          integer     not null default 1,
    first_at       timestamptz not null default now(),
    last_at        timestamptz not null default now(),
    closed_at      timestamptz,
    constraint parked_message_pk primary key (id),
    constraint parked_message_once unique (consumer_group, dedup_key, fingerprint),
    constraint parked_message_count_positive check (count >= 1)
);

create index parked_message_open on parked_message (consumer_group, reason, id) where closed_at is null;

create table consumed_position (
    consumer_group text    not null collate "C",
    topic          text    not null collate "C",
    partition      integer not null,
    topic_id       text    not null collate "C",
    next_offset    bigint  not null,
    constraint consumed_position_pk primary key (consumer_group, topic, partition),
    constraint consumed_position_not_negative check (next_offset >= 0)
) with (fillfactor = 50);

create table delivery_count (
    consumer_group text    not null collate "C",
    topic          text    not null collate "C",
    partition      integer not null,
    outcome        text    not null collate "C",
    tier           text    not null collate "C",
    cause          text    not null collate "C",
    n              bigint  not null,
    constraint delivery_count_pk primary key (consumer_group, topic, partition, outcome, tier, cause),
    constraint delivery_count_not_negative check (n >= 0)
) with (fillfactor = 50);
