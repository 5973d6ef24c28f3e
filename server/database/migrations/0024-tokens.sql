-- When a token was handed out: of too many of one session the oldest end. And whether a code from the mail opened a
-- session: shown again, it opens another one in its place.
alter table session_tokens add column made_at timestamptz not null default now();
alter table sessions add column by_code boolean not null default false;
