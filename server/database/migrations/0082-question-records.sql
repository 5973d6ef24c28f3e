-- Questions that are alike and were not answered, or not well. Its texts are those of its records, so an erased question
-- leaves nothing here.
create table question_groups (
  id bigint generated always as identity primary key,
  state text not null default 'open' check (state in ('open', 'dismissed', 'settled')),
  -- The Q&A that answers it, and the first version that does.
  qna_id text,
  qna_version integer,
  -- Other ways to ask that were added to that Q&A, for an undo.
  added jsonb,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  check ((state = 'settled') = (qna_id is not null))
);
create index question_groups_by_qna on question_groups (qna_id) where qna_id is not null;
create index question_groups_by_decider on question_groups (decided_by) where decided_by is not null;

-- Each question to the assistant and what became of it. Written with the events that it follows from.
create table question_records (
  question_id uuid primary key,
  answer_id uuid not null unique,
  -- Null for guests, of whom nothing else is kept.
  room_id uuid,
  asker uuid references users on delete cascade,
  text text not null,
  language text not null check (language in ('en', 'ko')),
  chat_type integer not null check (chat_type between 1 and 4),
  asked_at timestamptz not null default now(),
  -- What the assistant said. other: no question about batteries, or an emergency.
  outcome text not null default 'asked' check (outcome in ('asked', 'answered', 'suggested', 'none', 'failed', 'other')),
  confidence real not null default 0,
  -- The entry that answered, or the nearest one.
  entry_id text,
  -- Suggested entries: [{qnaId, question}].
  suggested jsonb not null default '[]',
  -- The suggestion that was asked next.
  chosen text,
  rating smallint check (rating in (-1, 1)),
  comment text,
  rated_at timestamptz,
  handed_over_at timestamptz,
  -- Its owner has deleted the conversation.
  is_hidden boolean not null default false,
  fate text not null generated always as (
    case when handed_over_at is not null then 'handed_over'
         when rating = -1 then 'disliked'
         when chosen is not null then 'chosen'
         else outcome end) stored,
  -- For finding questions that are alike: its words, and the nearest entries.
  words text[] not null default '{}',
  nearest text[] not null default '{}',
  group_id bigint references question_groups on delete set null,
  -- When its asker was told that there is a checked answer now.
  told_at timestamptz
);
create index question_records_by_room on question_records (room_id) where room_id is not null;
create index question_records_by_asker on question_records (asker) where asker is not null;
create index question_records_by_time on question_records (asked_at);
create index question_records_by_group on question_records (group_id) where group_id is not null;
create index question_records_by_entry on question_records (entry_id) where rating = -1;
create index question_records_by_words on question_records using gin (words) where group_id is not null;
create index question_records_by_nearest on question_records using gin (nearest) where group_id is not null;
create index question_records_to_group on question_records (asked_at)
  where group_id is null and outcome <> 'other' and fate in ('suggested', 'none', 'disliked', 'handed_over');

-- Questions that were asked before there were records. Answers first, and then the question of each by its id: joined at
-- once, every answer of a conversation is compared with every message of it.
create temporary table earlier_answers on commit drop as
  select id, room_id, said, (said #>> '{answer,questionId}')::uuid as question_id
    from (select id, room_id, readable(data) as said from messages where data::text like '%"answer"%') m
   where said -> 'answer' is not null;
analyze earlier_answers;

insert into question_records (question_id, answer_id, room_id, asker, text, language, chat_type, asked_at, outcome, confidence,
                              entry_id, suggested, rating, comment, is_hidden)
select q.id, a.id, q.room_id, (q.said #>> '{author,id}')::uuid, q.said ->> 'content',
       case when q.said ->> 'content' ~ '[가-힣]' then 'ko' else 'en' end,
       r.type, (q.said ->> 'createdAt')::timestamptz,
       case when a.said -> 'answer' ? 'emergency' or not coalesce((a.said #>> '{answer,handoff,offered}')::boolean, true)
                 or a.said #>> '{answer,sentence}' = 'unclear' then 'other'
            else case a.said #>> '{answer,status}'
              when 'done' then 'answered' when 'suggest' then 'suggested' when 'no_answer' then 'none' else 'failed' end end,
       coalesce((a.said #>> '{answer,confidence}')::real, 0),
       coalesce(nullif(a.said #>> '{answer,sources,0,qnaId}', ''), a.said #>> '{answer,suggestions,0,qnaId}'),
       coalesce(a.said #> '{answer,suggestions}', '[]'),
       (a.said #>> '{feedback,rating}')::smallint, a.said #>> '{feedback,comment}',
       coalesce((r.data #>> '{deletion,on}')::boolean
                and (r.data #>> '{deletion,sseq}')::int > (r.data #>> '{last,sseq}')::int, false)
  from earlier_answers a
  cross join lateral (
    select m.id, m.room_id, readable(m.data) as said from messages m
     where m.id = a.question_id and m.room_id = a.room_id offset 0
  ) q
  join rooms r on r.id = q.room_id and r.type between 1 and 4
  join users u on u.id = (q.said #>> '{author,id}')::uuid and u.email not like 'deleted-%@invalid'
 where q.said ->> 'content' <> '' and not q.said ? 'redacted'
on conflict do nothing;
