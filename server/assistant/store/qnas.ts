import { sql } from 'kysely';
import type { QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, rowsOf, type Tx } from '../../database/db.ts';
import { saysTheSame } from './publish.ts';

/** Q&As as experts edit them, see migration 0073. */

/** A Q&A as it is stored. */
export interface Qna extends QnaFields {
  id: string;
  version: number;
  /** Whether the assistant answers from this content: true also after an edit that was undone. */
  isSynced: boolean;
  /** Whether the assistant answers from it now, in this or an earlier version. */
  isAnswered: boolean;
  /** Whether it was taken out of the answers without a sync, and not changed since. */
  isStopped: boolean;
  /** ISO-8601, UTC. */
  updatedAt: string;
  /** Name of who wrote this version; null for the product's own and for accounts that are gone. */
  updatedBy: string | null;
}

/** The columns of a Q&A under the names of `Qna`: an SQL fragment over `source`. */
const columns = sql`q.id, q.version, ${saysTheSame} as "isSynced",
  coalesce(k.status = 'published', false) as "isAnswered",
  q.status <> 'published' and exists (
    select from qna_versions v where v.qna_id = q.id and v.version = q.version and v.change = 'stop') as "isStopped",
  u.display_name as "updatedBy",
  ${asWire('q.updated_at')} as "updatedAt",
  q.large, q.medium, q.small, q.question, q.alternatives, q.answer, q.keywords, q.urls, q.sources, q.status,
  q.chat_type as "chatType", coalesce(q.check_by::text, '') as "checkBy", coalesce(q.ko ->> 'question', '') as "koQuestion",
  coalesce(q.ko -> 'alternatives', '[]') as "koAlternatives", coalesce(q.ko ->> 'answer', '') as "koAnswer"`;

const source = sql`qnas q left join users u on u.id = q.updated_by left join knowledge k on k.id = q.id`;

/** Returns the Q&As with these ids, in the order of ids; all of them without ids. */
export async function readQnas(db: Db | Tx, ids?: readonly string[]): Promise<Qna[]> {
  const which = ids === undefined ? sql`true` : sql`q.id = any(${ids})`;
  return await rowsOf<Qna>(db)`
    select ${columns} from ${source} where ${which} order by q.id`;
}

/** Returns a Q&A; undefined when there is none with this id. */
export async function readQna(db: Db | Tx, id: string): Promise<Qna | undefined> {
  return (await readQnas(db, [id]))[0];
}
