-- Devices ask for the entries that have changed since they last asked. Each change of an entry gets the next number.
create sequence knowledge_revisions;
alter table knowledge add column revision bigint not null default 0;
create index knowledge_by_revision on knowledge (revision);
-- Entries that were deleted, so that devices delete them too.
create table knowledge_deleted (id text primary key, revision bigint not null);
create function number_knowledge_change() returns trigger language plpgsql as $$
begin
  -- Held until the commit, so that changes become visible in the order of their numbers.
  perform pg_advisory_xact_lock(hashtextextended('vfp knowledge revision', 0));
  if tg_op = 'DELETE' then
    insert into knowledge_deleted (id, revision) values (old.id, nextval('knowledge_revisions'))
      on conflict (id) do update set revision = excluded.revision;
    return old;
  end if;
  new.revision := nextval('knowledge_revisions');
  return new;
end $$;
create trigger knowledge_changes before insert or update or delete on knowledge for each row
  execute function number_knowledge_change();
