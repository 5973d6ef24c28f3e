import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '#domain/chat/chat.ts';
import { type Event, is } from '#domain/spine/events.ts';
import { asksForHuman } from '#domain/assistant/retrieval/question.ts';
import { isKorean } from '#domain/quantities/korean.ts';
import { countWritten, type Db, rowsOf, type Tx } from '../../database/db.ts';
import { textsBefore } from './questions-before.ts';

/** Days for which questions of guests stay in the records of questions. */
const guestRecordDays = 365;

/**
 * Records of questions and of what became of them: a projection of the log, see migration 0082. The code that appends
 * the events writes the records in the same transaction, under the locks of their rooms.
 */

/** Outcome of a question. */
interface Outcome {
  questionId: string;
  answerId: string;
  outcome: 'answered' | 'suggested' | 'none' | 'failed' | 'other';
  confidence: number;
  entryId: string | null;
  suggested: Answer['suggestions'];
}

/** Returns the statements that apply events to the records of questions. Events about anything else are ignored. */
export function savingRecords(events: readonly Event[], actorId: string): RawBuilder<unknown>[] {
  return [
    ...addingQuestions(events, actorId),
    ...addingOutcomes(events.flatMap(outcomesIn)),
    ...addingRatings(events),
    ...addingHandoffs(events),
    ...events.flatMap(hidingOrErasing),
  ];
}

/** A question is recorded when its answer starts. A new answer to an earlier question changes that one's record. */
function addingQuestions(events: readonly Event[], actorId: string): RawBuilder<unknown>[] {
  const sent = new Map(
    events.flatMap((event) => (is(event, 'message.sent') ? [[event.data.message.id, event.data.message]] : [])),
  );
  const asked = events.flatMap((event) => {
    if (!is(event, 'answer.started')) return [];
    const question = sent.get(event.data.questionId);
    if (question === undefined || question.content === '') return [];
    const { id, roomId, content: text, createdAt } = question;
    return [{ id, answerId: event.data.answerId, roomId, text, ...knownOf(text), at: createdAt }];
  });
  if (asked.length === 0) return [];
  const rows = JSON.stringify(asked);
  return [
    // The text of a suggestion is asked next: it was chosen.
    sql`update question_records r set chosen = c.chosen
     from (select e.question_id, s ->> 'qnaId' as chosen
             from json_to_recordset(${rows}::json) as a ("roomId" uuid, text text)
             join question_records e on e.room_id = a."roomId" and e.outcome = 'suggested'
             cross join jsonb_array_elements(e.suggested) as s where s ->> 'question' = a.text) c
    where r.question_id = c.question_id`,
    // A question in a deleted conversation brings it back.
    sql`update question_records r set is_hidden = false from json_to_recordset(${rows}::json) as a ("roomId" uuid)
    where r.room_id = a."roomId" and r.is_hidden`,
    sql`insert into question_records (question_id, answer_id, room_id, asker, text, language, chat_type, asked_at, outcome)
    select a.id, a."answerId", a."roomId", ${actorId}::uuid, a.text, a.language, r.type, a.at, a.outcome
      from json_to_recordset(${rows}::json)
        as a (id uuid, "answerId" uuid, "roomId" uuid, text text, language text, at timestamptz, outcome text)
      join rooms r on r.id = a."roomId" and r.type between 1 and 4
    on conflict do nothing`,
  ];
}

function outcomesIn(event: Event): Outcome[] {
  if (!is(event, 'answer.finished')) return [];
  const { message } = event.data;
  return message.answer === undefined ? [] : [outcomeOf(message.id, message.answer)];
}

function outcomeOf(answerId: string, answer: Answer): Outcome {
  const { questionId, confidence, sources, suggestions } = answer;
  const entry = sources.find(({ qnaId }) => qnaId !== '')?.qnaId ?? suggestions[0]?.qnaId ?? null;
  return {
    questionId,
    answerId,
    outcome: outcomeNameOf(answer),
    confidence,
    entryId: entry,
    suggested: suggestions,
  };
}

function outcomeNameOf({ status, emergency, handoff, sentence }: Answer): Outcome['outcome'] {
  if (emergency === true || !handoff.offered || sentence === 'unclear') return 'other';
  if (status === 'done' || status === 'stopped') return 'answered';
  if (status === 'suggest') return 'suggested';
  return status === 'no_answer' ? 'none' : 'failed';
}

function addingOutcomes(outcomes: readonly Outcome[]): RawBuilder<unknown>[] {
  if (outcomes.length === 0) return [];
  return [
    sql`update question_records r
      set answer_id = o."answerId", confidence = o.confidence, entry_id = o."entryId", suggested = o.suggested,
          outcome = case when r.outcome = 'other' then 'other' else o.outcome end
     from json_to_recordset(${JSON.stringify(outcomes)}::json)
       as o ("questionId" uuid, "answerId" uuid, outcome text, confidence real, "entryId" text, suggested jsonb)
    where r.question_id = o."questionId"`,
  ];
}

function addingRatings(events: readonly Event[]): RawBuilder<unknown>[] {
  // Of several ratings of one answer, the last one counts.
  const rated = new Map(
    events.flatMap((event) => (is(event, 'feedback.given') ? [[event.data.answerId, event.data]] : [])),
  );
  if (rated.size === 0) return [];
  return [
    sql`update question_records r set rating = f.rating, comment = f.comment, rated_at = now()
     from json_to_recordset(${JSON.stringify([...rated.values()])}::json)
       as f ("answerId" uuid, rating smallint, comment text)
    where r.answer_id = f."answerId"`,
  ];
}

function addingHandoffs(events: readonly Event[]): RawBuilder<unknown>[] {
  const handed = events.flatMap((event) => {
    const handoff = is(event, 'message.sent') ? event.data.message.handoff : undefined;
    return handoff?.turns === undefined || handoff.questionId === null ? [] : [handoff.questionId];
  });
  if (handed.length === 0) return [];
  return [
    sql`update question_records set handed_over_at = coalesce(handed_over_at, now())
    where question_id = any(${handed}::uuid[])`,
  ];
}

/** Questions of a deleted conversation are not listed; those that were taken back are deleted. */
function hidingOrErasing(event: Event): RawBuilder<unknown>[] {
  if (is(event, 'room.deleted') || is(event, 'room.restored'))
    return [
      sql`update question_records set is_hidden = ${is(event, 'room.deleted')} where room_id = ${event.data.roomId}`,
    ];
  if (!is(event, 'message.redacted')) return [];
  return [sql`delete from question_records where question_id = ${event.data.message.id}`];
}

/** Records a guest's question, of whom nothing is kept. */
export async function keepOpenRecord(
  tx: Tx,
  { text, chatType, answerId, answer }: { text: string; chatType: number; answerId: string; answer: Answer },
): Promise<void> {
  const { language, outcome } = knownOf(text);
  const said = outcomeOf(answerId, answer);
  await sql`insert into question_records (question_id, answer_id, text, language, chat_type, outcome, confidence, entry_id,
                                          suggested)
    values (${answer.questionId}, ${answerId}, ${text}, ${language}, ${chatType},
            ${outcome === 'other' ? outcome : said.outcome}, ${said.confidence}, ${said.entryId},
            ${JSON.stringify(said.suggested)})
    on conflict do nothing`.execute(tx);
}

/** Whether a record `r` found no good answer: an SQL condition. */
export const unanswered = sql`r.outcome <> 'other' and r.fate in ('suggested', 'none', 'disliked', 'handed_over')`;

/** Returns questions without a good answer whose nearest entry is not known, with those before them; newest first. */
export async function questionsWithoutEntry(
  db: Db,
  limit: number,
): Promise<{ id: string; text: string; earlier: string[] }[]> {
  return await rowsOf<{ id: string; text: string; earlier: string[] }>(db)`
    select r.question_id as id, r.text, ${textsBefore} as earlier from question_records r
     where r.entry_id is null and ${unanswered} order by r.asked_at desc limit ${limit}`;
}

/** Stores the nearest entry of a question; an empty id when no entry is near. */
export async function keepNearest(db: Db, questionId: string, entryId = ''): Promise<void> {
  await sql`update question_records set entry_id = ${entryId}
    where question_id = ${questionId} and entry_id is null`.execute(db);
}

/** Deletes the records of a user, and decisions that are about none then. */
export async function eraseRecordsOf(tx: Tx, userId: string): Promise<void> {
  await sql`delete from question_records where asker = ${userId}`.execute(tx);
  await dropEmptyGroups(tx);
}

/** Deletes old records of guests. @returns the number of deleted ones */
export async function deleteOldGuestRecords(db: Db): Promise<number> {
  const done = await countWritten(db)`delete from question_records
    where asker is null and asked_at < now() - ${guestRecordDays} * interval '1 day'`;
  await dropEmptyGroups(db);
  return done;
}

async function dropEmptyGroups(db: Db | Tx): Promise<void> {
  await sql`delete from question_groups g
    where not exists (select from question_records r where r.group_id = g.id)`.execute(db);
}

/** Returns the language that a question is recorded with. */
function languageOf(text: string): 'en' | 'ko' {
  return isKorean(text) ? 'ko' : 'en';
}

/** Returns the language of a question, and its outcome before it is answered. */
function knownOf(text: string): { language: 'en' | 'ko'; outcome: 'asked' | 'other' } {
  return { language: languageOf(text), outcome: asksForHuman(text) ? 'other' : 'asked' };
}
