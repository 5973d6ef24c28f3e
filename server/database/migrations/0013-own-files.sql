-- Files that somebody keeps for themselves, apart from messages. Many uses may share the bytes of one file.
create table own_files (
  -- The id of the upload that brought it, so that keeping it twice is keeping it once.
  id uuid primary key,
  owner uuid not null references users (id),
  file_id uuid not null references files (id),
  name text not null,
  created_at timestamptz not null default now()
);
create index own_files_owner on own_files (owner, created_at);
create index own_files_file on own_files (file_id);

-- Which stored file an upload became: bytes that were there already are kept under the older upload's name.
create table finished_uploads (
  id uuid primary key,
  uploader uuid not null references users (id) on delete cascade,
  file_id uuid not null references files (id) on delete cascade,
  name text not null,
  at timestamptz not null default now()
);
create index finished_uploads_file on finished_uploads (file_id);
