-- Events that every device has long had: out of the way of pulls, kept for questions about the past.
create table archived_events (
  seq bigint primary key,
  xid xid8 not null,
  stream text not null,
  sseq integer not null,
  type text not null,
  v smallint not null,
  data json not null,
  cmd_id uuid,
  staff boolean not null,
  actor uuid,
  created_at timestamptz not null
);
create index archived_events_stream on archived_events (stream, sseq);

-- How far a session's device had pulled when it was last noted; what it may still ask for is not archived.
alter table sessions add column cursor_epoch text;
alter table sessions add column cursor_xid xid8;
alter table sessions add column cursor_seq bigint;
alter table sessions add column cursor_at timestamptz;

-- Files whose message lost its content; with a path once the row is gone and only the bytes are left to delete.
create table freed_files (
  file_id uuid primary key,
  path text
);
