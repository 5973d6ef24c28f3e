-- The text of a file, or why it has none: read once for each content. It goes with the file.
create table file_texts (
  file_id uuid primary key references files (id) on delete cascade,
  -- FileText of domain/file-text.ts. json: it is only stored and returned.
  text json not null,
  read_at timestamptz not null default now()
);
-- The same content of another user is not read again.
create index files_sha256 on files (sha256);
