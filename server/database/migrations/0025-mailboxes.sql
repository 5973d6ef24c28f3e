-- One mailbox is one identity. The address of an account stays as it is, and stays unique: letters go there, and its owner
-- signs in with it. New ones are stored in the normal form (`normalEmail` in domain/contact.ts), older ones may differ from it.
-- The mailbox behind an address is what limits and trials count by: without what stands after a plus sign, and, for older
-- rows, without signs that nobody sees and without what used to be let in behind the host (`a@b.c,d.e` reached `a@b.c`).
-- Two older accounts of one mailbox keep working, both; no third comes to them as a trial. So it is not unique here: a trial is
-- refused under a lock of its mailbox (`makeAccount`).
alter table users drop column mailbox;
alter table users add column mailbox text generated always as (
  regexp_replace(
    regexp_replace(
      regexp_replace(
        lower(normalize(email, NFKC)),
        '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'),
      '^([^@]+@[^][@,;:<>()"\\[:space:]]+).*$', '\1'),
    '^([^@+]+)\+[^@]*@', '\1@')
) stored;
create index users_mailbox on users (mailbox);

-- Free trials are counted by device and network too.
drop index sign_ups_device;
drop index sign_ups_place;
create index sign_ups_device on sign_ups (device_id, created_at) where kind <> 'REGISTER';
create index sign_ups_place on sign_ups (place, created_at) where kind <> 'REGISTER';
-- By whom a device is known: those of an account, whether or not they are signed in now.
create index sessions_device on sessions (user_id, device_id) where device_id is not null;

-- Guesses at a code from a device that its owner has used count for themselves: a stranger cannot use them up.
alter table codes add column own_tries smallint not null default 0;

-- Wrong passwords by the network they come from, whichever accounts they are for.
alter table login_attempts add column network bytea;
create index login_attempts_network on login_attempts (network, at);

-- What happens without anybody signed in is one row for each network and hour, however often it happens.
alter table audit_entries add column network text, add column times integer not null default 1, add column merged_under text;
create unique index audit_entries_merged on audit_entries (merged_under);
