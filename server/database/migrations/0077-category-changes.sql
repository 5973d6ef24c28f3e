-- Renames and merges of categories, each with the Q&As that it wrote, so that it can be undone.
create table category_changes (
  id uuid primary key,
  made_at timestamptz not null default now(),
  -- Null for accounts that are gone.
  made_by uuid references users on delete set null,
  -- Names of the category from the largest on: one to three.
  from_path jsonb not null,
  to_path jsonb not null,
  -- Whether there was a category of the new name already.
  is_merge boolean not null,
  undone_at timestamptz,
  undone_by uuid references users on delete set null,
  -- Q&As that the undo left, because they were changed since.
  kept integer not null default 0
);
create index category_changes_by_time on category_changes (made_at);
create index category_changes_by_maker on category_changes (made_by) where made_by is not null;
create index category_changes_by_undoer on category_changes (undone_by) where undone_by is not null;

-- The versions that a change wrote, and those they replaced.
create table category_change_writes (
  change_id uuid not null references category_changes on delete cascade,
  qna_id text not null,
  version integer not null,
  replaced integer not null,
  primary key (change_id, qna_id)
);
