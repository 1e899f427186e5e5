-- Why:      a message leaves only if the transaction that decided it commits, and leaves in the order in which its key's
--           aggregate was locked. Rows are read by lane; a lane has one owner at a time, told apart by a fencing number.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select cache_size from pg_sequences where sequencename = 'outbox_seq';  -- 1: else a session hands out stale numbers
--           select count(*) from outbox_lane;                                       -- 16

create sequence outbox_seq as bigint cache 1;

-- Bytes, not text, where a producer's bytes may be kept: U+0000 and broken UTF-8 are legal in Kafka and not in text.
create table outbox (
    seq          bigint      not null default nextval('outbox_seq'),
    lane         smallint    not null,
    topic        text        not null collate "C",
    record_key   bytea,
    message_id   text        not null collate "C",
    attempt      integer     not null default 1,
    headers      bytea       not null,
    payload      bytea,
    created_at   timestamptz not null default now(),
    unsent_since timestamptz not null default now(),
    sent_at      timestamptz,
    constraint outbox_pk primary key (seq),
    constraint outbox_lane_in_range check (lane between 0 and 15),
    constraint outbox_attempt_positive check (attempt >= 1)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

alter sequence outbox_seq owned by outbox.seq;

-- What a round reads. Small as long as the relay keeps up.
create index outbox_unsent on outbox (lane, seq) where sent_at is null;

create table outbox_lane (
    lane        smallint    not null,
    owner       text        not null default '' collate "C",
    fence       bigint      not null default 0,
    lease_until timestamptz not null default '-infinity',
    constraint outbox_lane_pk primary key (lane),
    constraint outbox_lane_lane_in_range check (lane between 0 and 15),
    constraint outbox_lane_fence_not_negative check (fence >= 0)
) with (fillfactor = 50);

insert into outbox_lane (lane) select generate_series(0, 15);

-- A command or leg that awaits its answer: it is sent again until the answer was applied.
create table open_message (
    message_id text        not null collate "C",
    seq        bigint      not null,
    answer_key text        not null collate "C",
    home       text        not null collate "C",
    attempt    integer     not null default 1,
    due_at     timestamptz not null,
    created_at timestamptz not null default now(),
    constraint open_message_pk primary key (message_id),
    constraint open_message_attempt_positive check (attempt >= 1)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

create index open_message_answer_key on open_message (answer_key);
create index open_message_due on open_message (due_at);
