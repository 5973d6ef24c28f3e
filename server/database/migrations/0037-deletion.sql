-- When an account is deleted, as its owner has asked for; null: never, or it is deleted.
alter table users add column deletion_due_at timestamptz;
create index users_deletion on users (deletion_due_at) where deletion_due_at is not null;
