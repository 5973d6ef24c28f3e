-- Copies of their own data that people have asked for: made as a job, fetched with a session, deleted after some days.
create table copies (
  -- Also the name of its file.
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz not null default now(),
  size bigint,
  -- Until when it can be fetched; null while it is being made.
  until timestamptz,
  -- When its bytes were deleted, or its making was given up.
  ended_at timestamptz
);
create unique index copies_being_made on copies (user_id) where until is null and ended_at is null;
create index copies_user on copies (user_id, asked_at);
