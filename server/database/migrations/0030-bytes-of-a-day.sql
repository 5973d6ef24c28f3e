-- What is counted by the day may be bytes.
alter table quota_days alter column used type bigint;
