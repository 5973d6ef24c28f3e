-- Stored bytes, by who brought them and their hash: never shared between people, so a hash proves nothing to a stranger.
create table files (
  id uuid primary key,
  uploader uuid not null references users (id),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null,
  mime text not null,
  path text not null,
  created_at timestamptz not null default now(),
  unique (uploader, sha256)
);

-- One use of a file in one message: bound once, by the one who uploaded it. Many uses may share a file.
create table attachments (
  id uuid primary key,
  file_id uuid not null references files (id),
  message_id uuid not null,
  room_id uuid not null,
  bound_by uuid not null,
  name text not null,
  created_at timestamptz not null default now()
);
create index attachments_message on attachments (message_id);
create index attachments_file on attachments (file_id);
