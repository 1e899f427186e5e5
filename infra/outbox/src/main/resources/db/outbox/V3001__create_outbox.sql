-- Why:      a message leaves only if the transaction that decided it commits, and leaves in the order in which its key's
--           aggregate was locked. Rows are read by lane; a lane has one owner at a time, told apart by a fencing number. Rows lie
--           in partitions of about a day, which go as a whole once all their rows are sent and nobody may want them again.
-- Locks:    new tables only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select cache_size from pg_sequences where sequencename = 'outbox_seq';  -- 1: else a session hands out stale numbers
--           select count(*) from outbox_lane;                                       -- 16
--           select count(*) from outbox_day where sealed_at is null;                -- 2: the one that is open, and the next

create sequence outbox_seq as bigint cache 1;

-- The partitions, by number. Rows go into the one that is open, whatever the clock says: a day that is opened late is a long
-- day. The next one is attached long before it is opened: a statement that has its lock on outbox already doesn't hear of a
-- partition that is attached meanwhile, though its snapshot may show the day ("no partition of relation found").
create table outbox_day (
    day       integer     not null,
    made_at   timestamptz not null default clock_timestamp(),
    opened_at timestamptz,
    sealed_at timestamptz,
    constraint outbox_day_pk primary key (day),
    constraint outbox_day_sealed_after_opened check (sealed_at is null or opened_at is not null)
);

create unique index outbox_day_current on outbox_day ((true)) where opened_at is not null and sealed_at is null;
create unique index outbox_day_next on outbox_day ((true)) where opened_at is null;

insert into outbox_day (day, opened_at) values (1, clock_timestamp()), (2, null);

create function outbox_current_day() returns integer stable language sql set search_path from current as $$
    select day from outbox_day where opened_at is not null and sealed_at is null
$$;

-- Bytes, not text, where a producer's bytes may be kept: U+0000 and broken UTF-8 are legal in Kafka and not in text.
create table outbox (
    seq          bigint      not null default nextval('outbox_seq'),
    day          integer     not null default outbox_current_day(),
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
    constraint outbox_pk primary key (seq, day),
    constraint outbox_lane_in_range check (lane between 0 and 15),
    constraint outbox_attempt_positive check (attempt >= 1)
) partition by list (day);

alter sequence outbox_seq owned by outbox.seq;

-- What a round reads. Small as long as the relay keeps up.
create index outbox_unsent on outbox (lane, seq) where sent_at is null;

-- By LIKE and ATTACH, which no writer waits for.
create function outbox_make_day(number integer) returns void language plpgsql set search_path from current as $$
begin
    execute format('create table outbox_%1$s (like outbox including all, constraint outbox_day_%1$s check (day = %1$s))
                      with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000)', number);
    execute format('alter table outbox attach partition outbox_%1$s for values in (%1$s)', number);
end
$$;

revoke all on function outbox_make_day(integer) from public;

select outbox_make_day(1), outbox_make_day(2);

-- Opens the next day if the current one is older than told, and makes the one after it. The next one must have been attached
-- for longer than any transaction lasts. Called by the services, which don't own the tables.
create function outbox_open_day(older_than interval, attached_for interval)
returns boolean language plpgsql security definer set search_path from current as $$
declare
    latest outbox_day;
    next   outbox_day;
begin
    perform pg_advisory_xact_lock(hashtextextended('meridian: outbox days', 0));
    select * into strict latest from outbox_day where opened_at is not null and sealed_at is null;
    select * into strict next from outbox_day where opened_at is null;
    if latest.opened_at > clock_timestamp() - older_than or next.made_at > clock_timestamp() - attached_for then
        return false;
    end if;
    perform outbox_make_day(next.day + 1);
    update outbox_day set sealed_at = clock_timestamp() where day = latest.day;
    update outbox_day set opened_at = clock_timestamp() where day = next.day;
    insert into outbox_day (day) values (next.day + 1);
    return true;
end
$$;

-- Drops the oldest day if it was sealed longer ago than told, and all its rows are sent and none awaits an answer. The exclusive
-- lock is waited for as long as the caller's lock_timeout says; what was put back meanwhile keeps the day.
create function outbox_drop_day(sealed_before interval) returns integer language plpgsql security definer set search_path from current as $$
declare
    oldest integer;
    needed boolean;
begin
    perform pg_advisory_xact_lock(hashtextextended('meridian: outbox days', 0));
    select day into oldest from outbox_day where sealed_at < clock_timestamp() - sealed_before order by day limit 1;
    if not found then
        return null;
    end if;
    for attempt in 1..2 loop
        select exists (select from outbox where day = oldest and sent_at is null)
            or exists (select from open_message where day = oldest)
          into needed;
        if needed then
            return null;
        end if;
        if attempt = 1 then
            lock table outbox in access exclusive mode;
        end if;
    end loop;
    execute format('drop table outbox_%s', oldest);
    delete from outbox_day where day = oldest;
    return oldest;
end
$$;

-- An operation for people: what was sent to a topic in that time leaves once more, under the same message ids and in the same
-- order per key. Receivers know the ids. Returns how many rows were put back.
create function outbox_republish(to_topic text, sent_from timestamptz, sent_until timestamptz) returns bigint
language plpgsql set search_path from current as $$
declare
    rows bigint;
begin
    if sent_until > now() then
        raise exception 'sent_until is in the future: what leaves now would leave again and again';
    end if;
    update outbox
       set sent_at = null, unsent_since = now()
     where topic = to_topic and sent_at >= sent_from and sent_at < sent_until;
    get diagnostics rows = row_count;
    return rows;
end
$$;

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
    day        integer     not null,
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
