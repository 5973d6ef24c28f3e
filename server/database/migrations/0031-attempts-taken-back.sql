-- One attempt by itself: of those whose password nobody looked at, for want of room, nothing is counted.
alter table login_attempts add column id bigint generated always as identity;
create index login_attempts_id on login_attempts (id);
