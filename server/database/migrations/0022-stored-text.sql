-- A half of a surrogate pair, or NUL, may stand in a json column as an escape: it is kept as it came, and only taking it
-- apart fails, for the whole statement. Text is refused or mended before it is stored now; here is what was stored before.
-- JSON.stringify writes an escape for halves alone, so one that stands with its other half is left as it is.
create function pg_temp.mended(said text) returns json language sql as $$
  select regexp_replace(
    said,
    '(?<!\\)((?:\\\\)*)(?:\\u(?:d[89ab][0-9a-f]{2})(?!\\ud[c-f])|(?<!\\ud[89ab][0-9a-f]{2})\\u(?:d[c-f][0-9a-f]{2})|\\u0000)',
    '\1\\ufffd', 'gi')::json
$$;
update messages set data = pg_temp.mended(data::text) where data::text ~* '\\u(d[89a-f]|0000)';
update events set data = pg_temp.mended(data::text) where data::text ~* '\\u(d[89a-f]|0000)';
update archived_events set data = pg_temp.mended(data::text) where data::text ~* '\\u(d[89a-f]|0000)';
update idempotency set result = pg_temp.mended(result::text) where result::text ~* '\\u(d[89a-f]|0000)';

-- What a statement over many rows may ask of each: nothing, instead of an error, where a row cannot be read.
create function readable(data json) returns jsonb language plpgsql immutable as $$
begin
  return data::jsonb;
exception when data_exception then
  return null;
end $$;

create function message_facts(data json, out sender text, out author text, out is_redacted boolean, out at timestamptz)
language plpgsql stable as $$
declare
  said jsonb;
begin
  said := data::jsonb;
  at := (said ->> 'createdAt')::timestamptz;
  author := said #>> '{author,kind}';
  is_redacted := said -> 'redacted' is not null;
  sender := said ->> 'senderType';
exception when data_exception then
  return;
end $$;

create function room_facts(data jsonb, out mark integer, out unread integer) language plpgsql immutable as $$
begin
  mark := (data #>> '{marks,support}')::integer;
  unread := jsonb_array_length(data #> '{unread,support}');
exception when data_exception then
  mark := null;
  unread := null;
end $$;

-- What jobs could not do, while they went on with the rest: which job, which thing, and a word about why, never its content.
create table set_aside (
  job text not null,
  item text not null,
  reason text not null,
  since timestamptz not null default now(),
  told boolean not null default false,
  primary key (job, item)
);
