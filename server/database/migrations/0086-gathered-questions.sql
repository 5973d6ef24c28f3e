-- Questions are gathered by their vectors: the weight of each term, see `domain/retrieval/likeness.ts`. They
-- are kept, because to search the knowledge base for every question at each sorting would take seconds.
alter table question_records
  drop column words,
  drop column nearest,
  add column vector jsonb;

-- What was sorted one after the other is sorted anew. Groups that experts have decided about stay.
delete from question_groups where state = 'open';

-- Questions that have no vector yet.
create index question_records_to_weigh on question_records (asked_at) where vector is null;
create index question_records_by_nearest on question_records (entry_id) where group_id is not null;

-- What experts move by hand from one group to another, for the undo, and so that the sorting leaves alone what they have
-- taken apart.
create table question_moves (
  id bigint generated always as identity primary key,
  from_group bigint references question_groups on delete set null,
  to_group bigint references question_groups on delete cascade,
  -- Whether the questions were taken out of their group, into a new one.
  is_split boolean not null,
  question_ids uuid[] not null,
  moved_by uuid references users on delete set null,
  moved_at timestamptz not null default now()
);
create index question_moves_by_from on question_moves (from_group);
create index question_moves_by_to on question_moves (to_group);
create index question_moves_by_mover on question_moves (moved_by) where moved_by is not null;

-- What 0082 did not find in what was stored before it: questions that were handed over, and suggestions that were asked next.
update question_records r set handed_over_at = h.at
  from (select (said #>> '{handoff,questionId}')::uuid as id, min((said ->> 'createdAt')::timestamptz) as at
          from (select readable(data) as said from messages where data::text like '%"handoff"%') m
         where said #> '{handoff,turns}' is not null and said #>> '{handoff,questionId}' is not null group by 1) h
 where r.question_id = h.id and r.handed_over_at is null;

update question_records r set chosen = c.chosen
  from (select e.question_id, min(s ->> 'qnaId') as chosen
          from question_records e cross join jsonb_array_elements(e.suggested) as s
          join question_records n on n.room_id = e.room_id and n.text = s ->> 'question' and n.asked_at > e.asked_at
         where e.outcome = 'suggested' and e.chosen is null group by 1) c
 where r.question_id = c.question_id;

update question_records set rated_at = asked_at where rating is not null and rated_at is null;
