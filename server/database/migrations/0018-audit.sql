-- What people did that others may ask about later, and what they tried and may not. It says who, what and when, not what
-- was written.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  what text not null,
  actor uuid,
  about text,
  fields text[] not null default '{}',
  request_id uuid not null
);
create index audit_entries_what on audit_entries (what, id);
