-- A row's trigger runs while its row is locked, so two writers of several entries could each hold a row and wait for the
-- other. Each statement therefore takes the lock of the numbers before it locks a row.
create function lock_knowledge_changes() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('vfp knowledge revision', 0));
  return null;
end $$;
create trigger knowledge_changes_lock before insert or update or delete on knowledge for each statement
  execute function lock_knowledge_changes();
