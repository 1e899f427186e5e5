-- Why: what is in every id (region numbers) and what keeps two databases from giving out the same ids
--   (the owner of a kind) is for good, but stands in configuration. So the database remembers it, and a
--   start with another configuration stops. And a person who restored or upgraded the server needs one
--   call that lets ids out again, above every epoch used before.
-- Locks: new tables and a function only, nothing waits. id_raise_epoch locks the rows of id_block.
-- Duration: milliseconds.
-- Verify: no row may come back from
--   SELECT kind FROM id_block EXCEPT SELECT kind FROM id_kind JOIN id_database ON owner = name;

-- Which database this is, as the configuration calls it.
CREATE TABLE id_database (
  name     text COLLATE "C" NOT NULL,
  only_row boolean NOT NULL DEFAULT true,
  CONSTRAINT id_database_pk PRIMARY KEY (only_row),
  CONSTRAINT id_database_one_row CHECK (only_row)
);

CREATE TABLE id_region (
  code   text COLLATE "C" NOT NULL,
  number smallint NOT NULL,
  CONSTRAINT id_region_pk PRIMARY KEY (code),
  CONSTRAINT id_region_number_unique UNIQUE (number),
  CONSTRAINT id_region_number_in_range CHECK (number BETWEEN 1 AND 255)
);

INSERT INTO id_region (code, number) SELECT DISTINCT region, region_number FROM id_block;

CREATE TABLE id_kind (
  kind  text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  CONSTRAINT id_kind_pk PRIMARY KEY (kind),
  CONSTRAINT id_kind_is_three_letters CHECK (kind ~ '^[a-z]{3}$')
);

-- Where a person's word stands: who raised which epoch, and when.
CREATE TABLE id_raise (
  region       text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  epoch_before integer NOT NULL,
  epoch        integer NOT NULL,
  by           text COLLATE "C" NOT NULL DEFAULT session_user,
  at           timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT id_raise_pk PRIMARY KEY (region, kind, epoch),
  CONSTRAINT id_raise_rises CHECK (epoch > epoch_before)
);

CREATE FUNCTION id_raise_epoch(min_epoch integer DEFAULT 0)
RETURNS TABLE (raised_region text, raised_kind text, epoch_before integer, epoch integer)
LANGUAGE sql AS $$
  WITH server AS (
    SELECT (pg_control_system()).system_identifier,
           ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline
  ),
  before AS (
    SELECT region, kind, id_block.epoch,
           id_block.system_identifier = server.system_identifier
             AND id_block.timeline = server.timeline
             AND id_block.epoch_raise < 3
             AND id_block.epoch + 1 >= min_epoch AS one_step_is_enough,
           greatest(epoch_offset, id_block.epoch / 4 + 1 - server.timeline,
                    (min_epoch + 3) / 4 - server.timeline) AS offset_above
      FROM id_block CROSS JOIN server
       FOR UPDATE OF id_block
  ),
  raised AS (
    UPDATE id_block
       SET system_identifier = server.system_identifier,
           timeline          = server.timeline,
           epoch_offset      = CASE WHEN one_step_is_enough THEN epoch_offset ELSE offset_above END,
           epoch_raise       = CASE WHEN one_step_is_enough THEN epoch_raise + 1 ELSE 0 END,
           next_sequence     = 0
      FROM server, before
     WHERE id_block.region = before.region
       AND id_block.kind = before.kind
    RETURNING id_block.region, id_block.kind, before.epoch AS epoch_before, id_block.epoch
  )
  INSERT INTO id_raise (region, kind, epoch_before, epoch)
  SELECT raised.region, raised.kind, raised.epoch_before, raised.epoch FROM raised
  RETURNING region, kind, id_raise.epoch_before, id_raise.epoch
$$;

COMMENT ON FUNCTION id_raise_epoch IS
  'After a restore, a snapshot or an upgrade, and when sequences are used up: lets this server give out ids '
  'again, in an epoch above the remembered one and not below min_epoch. Stop all instances that use another '
  'copy of this database first.';
