-- The knowledge base the assistant answers from.
create table knowledge (
  id text primary key,
  large text not null,
  medium text not null,
  small text not null,
  question text not null,
  alternatives jsonb not null default '[]',
  answer text not null,
  keywords jsonb not null default '[]',
  urls jsonb not null default '[]',
  status text not null default 'needs_check' check (status in ('published', 'needs_check')),
  sources jsonb not null default '[]',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
