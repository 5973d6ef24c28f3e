-- What people agreed to about cookies: proof of the choice, which names nobody. Gone two days after the cookie.
create table consents (
  id uuid primary key,
  categories text[] not null,
  language text not null,
  given_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index consents_expires on consents (expires_at);

-- Whether an expert gets letters about waiting messages.
alter table users add column notify_expert boolean not null default true;

-- Keys that this installation signs with: made at first use, the same for all its processes.
create table secrets (
  name text primary key,
  value bytea not null,
  created_at timestamptz not null default now()
);
