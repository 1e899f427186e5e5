-- Why:      several relays on one database share the 16 lanes: each says here that it lives, and takes or gives back lanes until it
--           has its part. Without it the first one keeps all.
-- Locks:    a new table only; nothing existing is touched.
-- Duration: milliseconds.
-- Verify:   select relay, owner, seen_until from outbox_relay;                            -- the relays that run, and none else for long
--           select owner, count(*) from outbox_lane group by owner;                        -- parts that differ by one at most

create table outbox_relay (
    relay         bigint      not null,
    owner         text        not null collate "C",
    lanes_at_most smallint    not null,
    seen_until    timestamptz not null,
    constraint outbox_relay_pk primary key (relay),
    constraint outbox_relay_lanes_in_range check (lanes_at_most between 1 and 16)
) with (fillfactor = 50);

comment on column outbox_relay.relay is 'a number of the outbox''s sequence, drawn when it first tells; two processes may have one owner''s name';
