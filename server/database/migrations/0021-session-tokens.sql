-- Several calls may renew the same token at once, and each is handed one that lasts. The newest of a session stays in its
-- row; here are its others. The columns for the one before are used no more, and are left to processes that have not been
-- restarted yet.
create table session_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  -- When a token that was renewed ends; the others last as long as their session.
  ends_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
insert into session_tokens (hash, session_id, ends_at)
  select previous_token_hash, id, rotated_at + interval '60 seconds' from sessions
   where previous_token_hash is not null and rotated_at > now() - interval '60 seconds'
  on conflict do nothing;
