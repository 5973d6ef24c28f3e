-- What the assistant answered from at one time. A sync or a rollback makes a new version.
create table index_versions (
  number integer primary key,
  made_at timestamptz not null default now(),
  -- Null for accounts that are gone, and for a version that was found rather than made.
  made_by uuid references users on delete set null,
  -- found: the entries had changed without a sync, for example by an import of the product's own file
  why text not null check (why in ('found', 'sync', 'rollback')),
  note text not null default '',
  -- The version that a rollback brought back.
  brings_back integer,
  entries integer not null,
  -- Numbers of entries that were created, changed and deleted: {created, changed, deleted}.
  changes jsonb not null,
  -- What the question set gave before and with this version; null when it was not measured.
  figures jsonb
);
create index index_versions_by_maker on index_versions (made_by) where made_by is not null;

-- The entries of the newest versions, whole. Those of older ones are deleted.
create table index_version_entries (
  version integer not null references index_versions on delete cascade,
  entry_id text not null,
  content jsonb not null,
  primary key (version, entry_id)
);

-- Runs of the job that compares the edited Q&As with what the assistant answers from.
create table sync_runs (
  id uuid primary key,
  state text not null default 'waiting'
    check (state in ('waiting', 'measuring', 'ready', 'done', 'unchanged', 'failed', 'cancelled')),
  started_at timestamptz not null default now(),
  started_by uuid references users on delete set null,
  ended_at timestamptz,
  -- Takes the new version over without asking when no figure and no question got worse.
  takes_over_alone boolean not null default false,
  -- A process that measures writes this again and again. A run without it goes on in another process.
  beat_at timestamptz not null default now(),
  attempts integer not null default 0,
  progress real not null default 0,
  -- What was compared: the edited Q&As, and the entries that the assistant answers from.
  edited_stamp text,
  active_revision bigint,
  result jsonb,
  index_version integer,
  problem text
);
create unique index one_sync_run_at_a_time on sync_runs ((true)) where state in ('waiting', 'measuring', 'ready');
create index sync_runs_by_starter on sync_runs (started_by) where started_by is not null;

-- Questions that the assistant is measured with. `entry_id` is the entry that answers it; null when none does.
create table question_sets (
  id bigint generated always as identity primary key,
  -- Says that a question of the product's own is here, so that it is not added again after it was removed.
  key text unique,
  set_name text not null,
  question text not null,
  -- Earlier questions of the conversation, oldest first.
  before jsonb not null default '[]',
  entry_id text,
  -- Entries that answer it equally well.
  also jsonb not null default '[]',
  note text not null default '',
  added_at timestamptz not null default now(),
  added_by uuid references users on delete set null,
  removed_at timestamptz
);
create index question_sets_by_adder on question_sets (added_by) where added_by is not null;
