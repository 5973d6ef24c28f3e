import { sql } from 'kysely';
import { fieldsOfQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { rowsOf, type Tx } from '../../database/db.ts';
import { type Qna, readQnas } from './qnas.ts';

/** Reason why a version of a Q&A was written. */
export type QnaChange =
  | 'create'
  | 'update'
  | 'restore'
  | 'import'
  | 'undo'
  | 'publish'
  | 'category'
  | 'delete'
  | 'stop'
  | 'resume';

/** One Q&A to be written. */
export type QnaWrite =
  /** A new one; its id is drawn unless it is given. */
  | { id?: string; fields: QnaFields }
  /** A new version on top of `version`, or whatever version there is. */
  | { id: string; version?: number; fields: QnaFields }
  /** Deletes `version`, or whatever version there is. */
  | { id: string; version?: number; fields: null };

/** Q&A that could not be written: nothing is written then. `now` is what is stored; undefined when it was deleted. */
export interface StaleQna {
  id: string;
  now: Qna | undefined;
}

/**
 * Writes Q&As, all or none, each as its next version, with the version it replaces kept. The caller has checked the
 * fields. The assistant answers from them after the next sync.
 * @returns the ids in the order of `writes`; or those that another user has changed or deleted: end the transaction
 * then
 */
export async function writeQnas(
  tx: Tx,
  writes: readonly QnaWrite[],
  about: { change: QnaChange; by: string | null; note?: string },
): Promise<{ ids: string[] } | { stale: StaleQna[] }> {
  await lockQnas(tx);
  const named = writes.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const stored = new Map((await readQnas(tx, named)).map((qna) => [qna.id, qna]));
  const stale = writes.flatMap((write): StaleQna[] => {
    const now = write.id === undefined ? undefined : stored.get(write.id);
    const isExpected = !('version' in write) || write.version === undefined || write.version === now?.version;
    const isMissing = write.fields === null && now === undefined;
    return isExpected && !isMissing ? [] : [{ id: write.id ?? '', now }];
  });
  if (stale.length > 0) return { stale };
  await keepVersions(tx, [...stored.values()]);
  const last = await lastVersions(tx, named);
  const drawn = await newIds(tx, writes.length - named.length);
  const rows = writes.map(({ id = drawn.pop() ?? '', fields }) => ({ id, version: (last.get(id) ?? 0) + 1, fields }));
  const deleted = rows.flatMap(({ id, fields }) => (fields === null ? [id] : []));
  if (deleted.length > 0) await sql`delete from qnas where id = any(${deleted})`.execute(tx);
  await writeRows(
    tx,
    rows.flatMap(({ id, version, fields }) => (fields === null ? [] : [{ id, version, fields }])),
    about.by,
  );
  const versions = rows.map(({ id, version, fields }) => ({
    id,
    version,
    content: fields === null ? null : fieldsOfQna(fields),
  }));
  await sql`insert into qna_versions (qna_id, version, content, change, note, made_by)
    select id, version, nullif(content, 'null'), ${about.change}, ${about.note ?? ''}, ${about.by}
      from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v (id text, version integer, content jsonb)`.execute(
    tx,
  );
  return { ids: rows.map(({ id }) => id) };
}

/** Locks all Q&As until the transaction ends: reads before `writeQnas` that must still hold then come after it. */
export async function lockQnas(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp qnas', 0))`.execute(tx);
}

async function writeRows(
  tx: Tx,
  writes: readonly { id: string; version: number; fields: QnaFields }[],
  by: string | null,
): Promise<void> {
  if (writes.length === 0) return;
  const rows = writes.map(({ id, version, fields }) => {
    const {
      koQuestion: question,
      koAlternatives: alternatives,
      koAnswer: answer,
      chatType,
      checkBy,
      ...others
    } = fields;
    const ko = question === '' ? null : { question, answer, alternatives };
    return { ...others, id, version, ko, chat_type: chatType, check_by: checkBy === '' ? null : checkBy };
  });
  await sql`
    insert into qnas (id, large, medium, small, question, alternatives, answer, keywords, urls, status, sources, ko,
                      chat_type, check_by, version, updated_by)
    select id, large, medium, small, question, alternatives, answer, keywords, urls, status, sources,
           nullif(ko, 'null'), chat_type, check_by, version, ${by}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (
        id text, large text, medium text, small text, question text, alternatives jsonb, answer text, keywords jsonb,
        urls jsonb, status text, sources jsonb, ko jsonb, chat_type integer, check_by date, version integer)
    on conflict (id) do update set
      large = excluded.large, medium = excluded.medium, small = excluded.small, question = excluded.question,
      alternatives = excluded.alternatives, answer = excluded.answer, keywords = excluded.keywords, urls = excluded.urls,
      status = excluded.status, sources = excluded.sources, ko = excluded.ko, chat_type = excluded.chat_type,
      check_by = excluded.check_by, version = excluded.version, updated_by = excluded.updated_by, updated_at = now()
  `.execute(tx);
}

/** Keeps the stored versions that no expert wrote: those of the product's own file are not kept when they are imported. */
async function keepVersions(tx: Tx, stored: readonly Qna[]): Promise<void> {
  if (stored.length === 0) return;
  const rows = stored.map((qna) => ({
    id: qna.id,
    version: qna.version,
    content: fieldsOfQna(qna),
    made_at: qna.updatedAt,
  }));
  await sql`insert into qna_versions (qna_id, version, content, change, made_at)
    select id, version, content, 'product', made_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (
        id text, version integer, content jsonb, made_at timestamptz)
    on conflict (qna_id, version) do nothing`.execute(tx);
}

async function lastVersions(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string; version: number }>(tx)`
    select qna_id as id, max(version) as version from qna_versions where qna_id = any(${ids}) group by qna_id`;
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Draws ids for new Q&As, the highest first. */
async function newIds(tx: Tx, count: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(tx)`
    select nextval('qna_numbers')::text as id from generate_series(1, ${count})`;
  return rows.map(({ id }) => id).toReversed();
}
