-- Why: who can't have tables named dedup_… in the schema sets another prefix for them, such as
--   flyway.initSql=SET meridian.dedup_prefix = 'pay_dedup_'; the library takes the same prefix. The schema
--   is the one that Flyway migrates.
-- Locks: none without the setting. With it, the tables of the migrations before, exclusively: set it
--   for a new installation, or stop the writers.
-- Duration: milliseconds.
-- Verify: \dt pay_dedup_* lists key, generation, generation_log and restore.

DO $$
DECLARE
  prefix text := nullif(current_setting('meridian.dedup_prefix', true), '');
  it record;
BEGIN
  IF prefix IS NULL OR prefix = 'dedup_' THEN
    RETURN;
  END IF;
  FOR it IN
    SELECT conrelid::regclass AS held_by, conname AS name
      FROM pg_constraint
     WHERE connamespace = current_schema()::regnamespace AND conname LIKE 'dedup\_%'
       AND (coninhcount = 0 OR contype = 'p')
     ORDER BY conrelid, conname
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I',
                   it.held_by, it.name, prefix || substr(it.name, 7));
  END LOOP;
  FOR it IN
    SELECT relname AS name
      FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relname LIKE 'dedup\_%'
       AND relkind IN ('r', 'p')
     ORDER BY relname
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', it.name, prefix || substr(it.name, 7));
  END LOOP;
  EXECUTE format('ALTER FUNCTION dedup_refuse_change() RENAME TO %I', prefix || 'refuse_change');
END
$$;
