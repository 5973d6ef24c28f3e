-- What people have added today, of what is counted by the day. The row is the lock: of many at the same moment each sees
-- what the others have added. A company has used what its people have: without a row of its own they do not wait for each other.
create table quota_days (
  person uuid not null,
  day date not null,
  quota text not null,
  used integer not null,
  company_id integer,
  primary key (person, day, quota)
) with (fillfactor = 70);
create index quota_days_company on quota_days (company_id, day);

-- Uploads that have begun and are not finished; they count as the files they will be.
create table pending_uploads (
  id uuid primary key,
  uploader uuid not null references users (id) on delete cascade,
  size bigint not null,
  at timestamptz not null default now()
);
create index pending_uploads_uploader on pending_uploads (uploader);
