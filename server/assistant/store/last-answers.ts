import { sql } from 'kysely';
import type { AnswerCalculation } from '#domain/chat/chat.ts';
import type { QuestionContext } from '#domain/assistant/retrieval/question.ts';
import { retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { type Db, rowsOf } from '../../database/db.ts';

/** The id of the first version of a question, in this column of messages. */
function firstOf(column: string) {
  return sql`coalesce(${sql.ref(column)} ->> 'branchOf', ${sql.ref(column)} ->> 'id')`;
}

/**
 * Returns the last answered questions of each of these rooms, oldest first, with the category and the calculation of each answer. Of a question that was asked
 * again only the newest version counts.
 * @param again questions of which no version counts, because they are asked again now
 */
export async function lastAnswers(
  db: Db,
  roomIds: readonly string[],
  again: readonly string[],
): Promise<Map<string, QuestionContext[]>> {
  const rows = await rowsOf<{
    room_id: string;
    text: string;
    category: string | null;
    calculation: AnswerCalculation | null;
  }>(db)`
    select a.room_id, a.text, a.category, a.calculation
    from unnest(${roomIds}::uuid[]) as asked (room_id)
    cross join lateral (
      select m.room_id, m.sseq, readable(q.data) ->> 'content' as text, said.data #>> '{answer,sources,0,category}' as category,
             said.data #> '{answer,calculation}' as calculation
        from messages m cross join lateral (select readable(m.data) as data) said
        join messages q on q.id = (said.data #>> '{answer,questionId}')::uuid and q.data ->> 'redacted' is null and readable(q.data) is not null
       where m.room_id = asked.room_id and said.data -> 'answer' is not null
         and not exists (select from messages v where v.room_id = asked.room_id and v.sseq > q.sseq
               and v.data ->> 'redacted' is null and v.data ->> 'branchOf' = ${firstOf('q.data')})
         and ${firstOf('q.data')} not in (select ${firstOf('r.data')} from messages r where r.id = any(${again}::uuid[]))
       order by m.sseq desc limit ${retrievalSettings.questionsBefore}
    ) a
    order by a.room_id, a.sseq`;
  const byRoom = Map.groupBy(rows, (row) => row.room_id);
  return new Map(
    [...byRoom].map(([id, answered]) => [
      id,
      answered.map(({ text, category, calculation }) => ({
        text,
        category: category ?? '',
        ...(calculation === null ? {} : { calculation }),
      })),
    ]),
  );
}
