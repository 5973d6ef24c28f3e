-- Imports of Q&As from Excel files. One that was only checked is deleted after a day.
create table qna_imports (
  id uuid primary key,
  state text not null default 'checked' check (state in ('checked', 'committed', 'undone')),
  file_name text not null,
  made_at timestamptz not null default now(),
  -- Null for accounts that are gone.
  made_by uuid references users on delete set null,
  -- The cells of the file, what the import would write, and the reply about it; null for what is not needed any more.
  sheets json,
  plan json,
  report json,
  committed_at timestamptz,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  undone_at timestamptz,
  undone_by uuid references users on delete set null,
  -- Q&As that the undo left, because they were changed since.
  kept integer not null default 0
);
create index qna_imports_by_commit on qna_imports (committed_at);
create index qna_imports_by_maker on qna_imports (made_by) where made_by is not null;
create index qna_imports_by_undoer on qna_imports (undone_by) where undone_by is not null;

-- The versions that an import wrote, and those they replaced: null for a new Q&A.
create table qna_import_writes (
  import_id uuid not null references qna_imports on delete cascade,
  qna_id text not null,
  version integer not null,
  replaced integer,
  primary key (import_id, qna_id)
);
