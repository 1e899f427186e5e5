-- Why: rotation needs to know when each generation was opened and sealed and into how many parts it
--   is split, by the database's clock; hot marks need a number that changes with every restore, since
--   a snapshot that is started keeps the system identifier and the timeline; and a sealed generation
--   is to refuse changes, whoever tries.
-- Locks: new tables and a function only; writers of the version before go on.
-- Duration: milliseconds.
-- Verify: SELECT * FROM dedup_generation_log gives a row per generation from the floor to the current
--   one, SELECT counter FROM dedup_restore gives 0.

CREATE TABLE dedup_generation_log (
  generation  integer NOT NULL,
  -- Into how many tables its keys are hashed.
  parts       smallint NOT NULL,
  prepared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null while it only stands ready.
  opened_at   timestamptz,
  -- Null while it is the current one, or until its seal is on.
  sealed_at   timestamptz,
  CONSTRAINT dedup_generation_log_pk PRIMARY KEY (generation),
  CONSTRAINT dedup_generation_log_parts_range CHECK (parts BETWEEN 1 AND 32),
  CONSTRAINT dedup_generation_log_sealed_after_opened CHECK (sealed_at IS NULL OR sealed_at >= opened_at)
);

-- Those that were opened by hand are sealed by the job's next round. When they began is not recorded
-- anywhere cheap to read: now will do, since it only decides when the next one is opened.
INSERT INTO dedup_generation_log (generation, parts, opened_at)
SELECT generate_series(floor, current), 1, clock_timestamp() FROM dedup_generation;

-- Raised after every restore, snapshot or upgrade, before the services start:
--   UPDATE dedup_restore SET counter = greatest(counter + 1, extract(epoch FROM clock_timestamp())::bigint), raised_at = clock_timestamp();
-- The clock keeps two restores of one backup from raising it to the same number.
CREATE TABLE dedup_restore (
  only_row  boolean NOT NULL DEFAULT true,
  counter   bigint NOT NULL,
  raised_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT dedup_restore_pk PRIMARY KEY (only_row),
  CONSTRAINT dedup_restore_has_one_row CHECK (only_row),
  CONSTRAINT dedup_restore_counter_not_negative CHECK (counter >= 0)
);

INSERT INTO dedup_restore (counter) VALUES (0);

CREATE FUNCTION dedup_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'generation % is sealed: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'object_not_in_prerequisite_state';
END
$$;
