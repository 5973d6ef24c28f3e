-- What the question set gives with settings that are not saved yet.
create table settings_measurements (
  id uuid primary key,
  -- The version that the settings would replace, and the settings: as in assistant_settings.
  replaces integer not null,
  content jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'measuring', 'done', 'failed', 'cancelled')),
  progress real not null default 0,
  started_at timestamptz not null default now(),
  started_by uuid references users on delete set null,
  -- The process that measures writes this again and again; after a silence the measurement counts as failed.
  beat_at timestamptz not null default now(),
  -- State of the entries that were searched.
  revision bigint,
  result jsonb
);
create index settings_measurements_by_starter on settings_measurements (started_by) where started_by is not null;
