import { sql } from 'kysely';
import { isActive } from '../../session/active-users.ts';
import { type Db, firstValue, hasRow, rowsOf, type Tx } from '../../database/db.ts';

/** A user who asked something that a Q&A answers now, and has not been told. */
export interface DueAnswer {
  questionId: string;
  roomId: string;
  asker: string;
  qnaId: string;
  /** The Q&A's question, in the language of theirs. */
  question: string;
}

/** The Q&A is published, and the assistant answers from the version that settled the group, or from a later one. */
const due = sql`question_groups g
  join knowledge k on k.id = g.qna_id and k.status = 'published' and k.version >= g.qna_version
  join question_records r on r.group_id = g.id and r.told_at is null and not r.is_hidden and r.room_id is not null
   and r.fate in ('suggested', 'none', 'disliked', 'handed_over')`;

/** Returns who is to be told, once for each user and Q&A: of the newest question of each. */
export async function dueAnswers(db: Db, limit: number): Promise<DueAnswer[]> {
  return await rowsOf<DueAnswer>(db)`
    select * from (
      select distinct on (r.asker, g.qna_id) r.question_id as "questionId", r.room_id as "roomId", r.asker, g.qna_id as "qnaId",
             case when r.language = 'ko' then coalesce(k.ko ->> 'question', k.question) else k.question end as question
        from ${due} join users u on u.id = r.asker and ${isActive('u')}
       where g.state = 'settled'
       order by r.asker, g.qna_id, r.asked_at desc
    ) d order by d."questionId" limit ${limit}`;
}

/** Marks all questions of a user that this Q&A answers as told. @returns false when there are none, so nothing is to be told */
export async function markInformed(tx: Tx, { asker, qnaId }: Pick<DueAnswer, 'asker' | 'qnaId'>): Promise<boolean> {
  return await hasRow(tx)`update question_records set told_at = now() where question_id in (
      select r.question_id from ${due} where g.state = 'settled' and g.qna_id = ${qnaId} and r.asker = ${asker})
    returning question_id`;
}

/** Returns of how many checked answers a user was told within a day; locks the user's count until the end. */
export async function informedToday(tx: Tx, asker: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp checked answers ' || ${asker}, 0))`.execute(tx);
  const value = await firstValue<number>(tx)`
    select count(distinct g.qna_id)::int as times from question_records r join question_groups g on g.id = r.group_id
     where r.asker = ${asker} and r.told_at > now() - interval '1 day'`;
  return value ?? 0;
}
