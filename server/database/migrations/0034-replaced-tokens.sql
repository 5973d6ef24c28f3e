-- A token that was renewed ends a minute after one that was given in its place is used, not after it was given: an answer
-- may be lost on the way. When a token was renewed first is here; when a session's newest token was made is in `rotated_at`,
-- which was used no more.
alter table session_tokens add column renewed_at timestamptz;
