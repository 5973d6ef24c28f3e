-- What people and companies have added today, of what is counted by the day. The row is the lock: of many at the same
-- moment each sees what the others have added.
create table quota_days (
  -- user:<id> or company:<id>
  owner text not null,
  day date not null,
  quota text not null,
  used integer not null,
  primary key (owner, day, quota)
) with (fillfactor = 70);

-- Uploads that have begun and are not finished; they count as the files they will be.
create table pending_uploads (
  id uuid primary key,
  uploader uuid not null references users (id) on delete cascade,
  size bigint not null,
  at timestamptz not null default now()
);
create index pending_uploads_uploader on pending_uploads (uploader);
