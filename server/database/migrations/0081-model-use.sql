-- What the language model may cost: tokens at most, prices in cents per million tokens. One row.
create table model_settings (
  one boolean primary key default true check (one),
  tokens_per_conversation integer not null default 60000,
  tokens_per_user_day integer not null default 200000,
  tokens_per_day integer not null default 5000000,
  cents_per_million_in integer not null default 0,
  cents_per_million_out integer not null default 0,
  -- Whether the endpoint accepts `stream_options`, as the test call has found; without, tokens are estimated.
  reports_usage boolean not null default false,
  changed_by uuid,
  changed_at timestamptz not null default now()
);
insert into model_settings default values;

-- What each answer used. It has no text; the asker's id goes with the account.
create table model_calls (
  answer_id uuid primary key,
  room_id uuid not null,
  asker uuid references users (id) on delete set null,
  model text not null,
  tokens_in integer not null,
  tokens_out integer not null,
  is_estimate boolean not null,
  -- 'done', 'stopped', or why the model gave no whole answer.
  outcome text not null,
  first_ms integer,
  whole_ms integer not null,
  at timestamptz not null default now()
);
create index model_calls_room on model_calls (room_id);
create index model_calls_at on model_calls (at);
create index model_calls_asker on model_calls (asker, at);
