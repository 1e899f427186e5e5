-- Why:      append-only by right, not by habit: the role that the service runs as can't change or delete an entry, a posting, an
--           account's change or a release from suspense, whatever statement reaches the database in its name, and can't delete
--           an account or what was decided on a request or leg. It has no right at all on a partition: statements go through
--           the parent, where the triggers are. Migrations run as the tables' owner.
-- When:     after each run of the migrations, so that it covers what they have just made.
-- Locks:    the catalogue rows of the tables' rights; instances that start together take turns.
-- Duration: milliseconds.
-- Verify:   select privilege_type from information_schema.role_table_grants
--            where table_name = 'posting' and grantee = '<the service''s role>';                        -- SELECT and INSERT
do $$
declare
    part regclass;
begin
    perform pg_advisory_xact_lock(hashtextextended('meridian: rights of the ledger''s tables', 0));
    grant usage on schema public to "${application-role}";
    grant select, insert, update, delete on all tables in schema public to "${application-role}";
    grant usage, select on all sequences in schema public to "${application-role}";
    -- An owner that takes rights from itself only breaks its own foreign keys.
    if current_user = '${application-role}' then
        return;
    end if;
    revoke update, delete, truncate on entry, posting, entry_leg, account_change, account_opening, suspense_release
      from "${application-role}";
    -- Kept for good; what became of them may still change.
    revoke delete, truncate on account, booking_outcome, outcome_asker, intent, payment_leg, leg_outcome, reversal, reversal_asker,
                               capture
      from "${application-role}";
    for part in
        select partition.oid::regclass
          from pg_class partition
          join pg_inherits on inhrelid = partition.oid
          join pg_class parent on parent.oid = inhparent
         where partition.relkind = 'r'
           and parent.relname in ('entry', 'posting', 'entry_leg', 'booking_outcome', 'reversal')
    loop
        execute format('revoke all on %s from "${application-role}"', part);
    end loop;
    revoke insert, update, delete, truncate on flyway_schema_history from "${application-role}";
end
$$;
