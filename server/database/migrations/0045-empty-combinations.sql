-- What the assistant's answers could not offer: an entry, and another chemistry, format or temperature that has none.
-- Experts read it to see which entries to write. It has no text and no id of the people who asked.
create table empty_combinations (
  entry_id text not null,
  kind text not null,
  option text not null,
  -- Number of answers from the entry that could not offer this one.
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (entry_id, kind, option)
);
