-- Wrong passwords of the last hour, by what identifies account and place (hashes, no addresses): counted here, because
-- several processes that each count for themselves would allow several times the guesses.
create table login_attempts (
  account bytea not null,
  place bytea not null,
  at timestamptz not null default now()
);
create index login_attempts_account on login_attempts (account, at);
