-- Questions of people without an account: counted for a day by device and network, their texts are not kept.
create table open_questions (
  id bigint generated always as identity primary key,
  device bytea not null,
  place bytea not null,
  asked_at timestamptz not null default now()
);
create index open_questions_device on open_questions (device, asked_at);
create index open_questions_place on open_questions (place, asked_at);
