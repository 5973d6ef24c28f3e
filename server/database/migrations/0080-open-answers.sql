-- Answers that a language model is writing: a row lives from the transaction of the question to that of the answer. Whoever
-- deletes the row writes the answer, so that no two processes finish one.
create table open_answers (
  id uuid primary key,
  room_id uuid not null references rooms (id) on delete cascade,
  question_id uuid not null,
  asker uuid not null references users (id) on delete cascade,
  -- The answer without the model, should it fail: { content, answer }.
  instead json not null,
  -- What is written so far, saved once a second for readers at other processes. It never becomes a message by itself.
  text text not null default '',
  -- The process that writes it. When the lease has run out, any process may finish it.
  holder text not null,
  lease_until timestamptz not null,
  -- Somebody has pressed Stop.
  stopped boolean not null default false,
  at timestamptz not null default now()
) with (fillfactor = 50);
create index open_answers_lease on open_answers (lease_until);
