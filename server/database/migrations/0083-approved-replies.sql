-- Experts' replies that were made into drafts of Q&As.
create table approved_replies (
  message_id uuid primary key,
  qna_id text not null,
  approved_at timestamptz not null default now(),
  approved_by uuid references users on delete set null
);
create index approved_replies_by_approver on approved_replies (approved_by) where approved_by is not null;

-- Q&As that ask for a check: disliked by several users since their version was written, or past the day of their check.
create view qna_checks as
  select q.id as qna_id, coalesce(d.dislikes, 0)::int as dislikes, d.last_at as disliked_at,
         coalesce(q.check_by < current_date, false) as is_old
    from qnas q
    left join lateral (
      select count(distinct r.asker) as dislikes, max(r.rated_at) as last_at from question_records r
       where r.entry_id = q.id and r.rating = -1 and r.outcome = 'answered' and not r.is_hidden
         and r.rated_at > q.updated_at
    ) d on true
   where d.dislikes >= 2 or q.check_by < current_date;
