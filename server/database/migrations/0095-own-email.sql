-- EMAIL: the code that is sent to the new address of an account.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('VERIFY', 'RESET', 'SIGN_IN', 'NEW_PASSWORD', 'EMAIL'));

-- Changes of the addresses of accounts, kept as long as the account: the e-mail to the old address has a link that undoes
-- the change, a mailbox that an account has left gets no second trial, and a deletion also erases the old address.
create table email_changes (
  id integer primary key generated always as identity,
  user_id uuid not null references users (id) on delete cascade,
  old_email text not null,
  -- As `mailboxOf` returns it.
  old_mailbox text not null,
  at timestamptz not null default now(),
  -- Of the link's token, from the time at which its e-mail is written.
  undo_hash bytea unique,
  undo_until timestamptz,
  -- Undone, or void since an earlier change was undone.
  ended_at timestamptz
);
create index email_changes_user on email_changes (user_id, id);
create index email_changes_mailbox on email_changes (old_mailbox);
