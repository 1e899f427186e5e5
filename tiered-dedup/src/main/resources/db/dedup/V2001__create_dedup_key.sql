-- Why: one row per message key that a consumer group has applied, in the same transaction as its
--   effect. All writers write to the one current generation, so a key is unique whatever its time;
--   a generation that is sealed never changes and can be dropped whole.
-- Locks: new tables only, nothing waits. Later each writer holds a shared advisory lock to the end of
--   its transaction, which opening and dropping a generation take exclusively.
-- Duration: milliseconds.
-- Verify: SELECT * FROM dedup_generation gives one row (1, 1, 0), and
--   SELECT tableoid::regclass, count(*) FROM dedup_key GROUP BY 1 names one table per generation.

CREATE TABLE dedup_generation (
  only_row        boolean NOT NULL DEFAULT true,
  -- The generation that all writers write to.
  current         integer NOT NULL,
  -- The oldest generation that still has its table.
  floor           integer NOT NULL,
  -- Which set of Bloom filter segments stands for the generations below the floor.
  segment_version bigint NOT NULL,
  CONSTRAINT dedup_generation_pk PRIMARY KEY (only_row),
  CONSTRAINT dedup_generation_has_one_row CHECK (only_row),
  CONSTRAINT dedup_generation_floor_not_above_current CHECK (floor BETWEEN 1 AND current)
);

INSERT INTO dedup_generation (current, floor, segment_version) VALUES (1, 1, 0);

CREATE TABLE dedup_key (
  consumer_group      text COLLATE "C" NOT NULL,
  key                 text COLLATE "C" NOT NULL,
  generation          integer NOT NULL,
  fingerprint         bytea NOT NULL,
  fingerprint_version smallint NOT NULL,
  first_seen          timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT dedup_key_pk PRIMARY KEY (consumer_group, key, generation),
  -- Together below what one index entry holds, so that a long key is refused the same way always.
  CONSTRAINT dedup_key_group_length CHECK (octet_length(consumer_group) BETWEEN 1 AND 255),
  CONSTRAINT dedup_key_key_length CHECK (octet_length(key) BETWEEN 1 AND 2048),
  CONSTRAINT dedup_key_fingerprint_length CHECK (octet_length(fingerprint) BETWEEN 1 AND 64)
) PARTITION BY LIST (generation);

-- No DEFAULT partition: it would have to be searched whenever a generation is opened.
CREATE TABLE dedup_key_g1 PARTITION OF dedup_key FOR VALUES IN (1);
