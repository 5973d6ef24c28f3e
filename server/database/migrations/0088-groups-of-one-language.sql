-- A group has questions of one language. Open groups of several are sorted anew.
delete from question_groups g where g.state = 'open' and (
  select count(distinct r.language) from question_records r where r.group_id = g.id) > 1;

-- A follow-up is weighed with the question before it: short questions of a conversation may be follow-ups.
update question_records r set vector = null
 where r.vector is not null and char_length(r.text) <= 80
   and exists (select from question_records b where b.room_id = r.room_id and b.asked_at < r.asked_at);
