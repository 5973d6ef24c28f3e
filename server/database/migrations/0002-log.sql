-- The log: every committed fact, in the order (xid, seq), which is the order in which a pull may show it without ever
-- missing one. A plain seq is not: it is taken before the commit, so a later one can become visible earlier.
create table events (
  seq bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  stream text not null,
  -- Dense within the stream.
  sseq integer not null,
  type text not null,
  v smallint not null default 1,
  data jsonb not null,
  cmd_id uuid,
  -- Rooms of experts, orders and results, and orders: every expert may read them.
  staff boolean not null default false,
  actor uuid,
  created_at timestamptz not null default now()
);
create index events_stream on events (stream, xid, seq);
create index events_staff on events (xid, seq) where staff;

create table streams (
  stream text primary key,
  sseq integer not null
) with (fillfactor = 70);

-- Every command ever answered, with its answer, for 400 days: a repeated command gets the same one. The key is unique
-- over all people, so that nobody can use, or learn about, another person's.
create table idempotency (
  key uuid primary key,
  actor uuid not null,
  hash bytea not null,
  result jsonb not null,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null default 0,
  -- The epoch the place (xid, seq) belongs to.
  generation integer not null,
  created_at timestamptz not null default now()
);
create index idempotency_age on idempotency using brin (created_at);

create table epoch (
  id uuid not null default gen_random_uuid(),
  name text not null default '',
  generation integer not null default 0,
  renewed_at timestamptz not null default now(),
  -- Events before this place have been archived; a device that is further back takes a snapshot.
  floor_xid xid8 not null default '0',
  floor_seq bigint not null default 0,
  singleton boolean primary key default true check (singleton)
);
insert into epoch default values;
