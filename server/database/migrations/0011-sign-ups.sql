-- Who has asked for an account and not yet shown the code that came by mail. Each request stands for itself, with a
-- password of its own, so that nobody's password can slip into an account that somebody else confirms.
create table sign_ups (
  id uuid primary key,
  email text not null check (email = lower(email)),
  kind text not null check (kind in ('REGISTER', 'INSTANT_TEST', 'FREE_TRIAL')),
  password_hash text,
  display_name text not null,
  username text,
  phone text,
  plan_name text,
  language text not null default 'en',
  device_id text,
  -- Hash of the network it came from.
  place bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create index sign_ups_email on sign_ups (email, created_at);
create index sign_ups_device on sign_ups (device_id, created_at) where kind = 'INSTANT_TEST';
create index sign_ups_place on sign_ups (place, created_at) where kind = 'INSTANT_TEST';

-- What stands between a plus sign and the @ leads to the same mailbox.
alter table users add column mailbox text generated always as (regexp_replace(email, '\+[^@]*@', '@')) stored;
create index users_mailbox on users (mailbox);
alter table users add column language text not null default 'en';

-- Six digits that came by mail: hashed, for one purpose and one request, gone after a few wrong guesses.
create table codes (
  id uuid primary key,
  email text not null,
  purpose text not null check (purpose in ('VERIFY', 'RESET')),
  -- The sign-up or the account it is about.
  subject uuid not null,
  hash bytea not null,
  tries smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index codes_open on codes (email, purpose) where used_at is null;

-- Codes asked for in the last hour, by address (hashed), whether or not anybody has it.
create table code_requests (
  account bytea not null,
  at timestamptz not null default now()
);
create index code_requests_account on code_requests (account, at);

-- What would have been sent where no mail server is set up: for developing, shown at /dev/mail.
create table kept_mails (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  body text not null,
  html text not null
);
