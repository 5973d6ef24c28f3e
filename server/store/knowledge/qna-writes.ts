import { sql } from 'kysely';
import { type QnaFields, qnaFields } from '#domain/qna/fields.ts';
import type { Tx } from '../system/db.ts';
import { type Qna, readQnas } from './qnas.ts';

/** Why a version of a Q&A was written. */
export type QnaChange = 'create' | 'update' | 'restore' | 'import' | 'undo' | 'publish' | 'delete';

/** One Q&A to be written. */
export type QnaWrite =
  /** A new one; its id is drawn unless it is given. */
  | { id?: string; fields: QnaFields }
  /** A new version on top of `version`, or whatever version there is. */
  | { id: string; version?: number; fields: QnaFields }
  /** Deletes `version`, or whatever version there is. */
  | { id: string; version?: number; fields: null };

/** Why a Q&A could not be written: nothing is written then. `now` is what is stored; undefined when it was deleted. */
export interface StaleQna {
  id: string;
  now: Qna | undefined;
}

/**
 * Writes Q&As, all or none, each as its next version, with the version it replaces kept. The caller has checked the
 * fields. The assistant answers from them after the next sync.
 * @returns the ids in the order of `writes`; or those that somebody else has changed or deleted: end the transaction then
 */
export async function writeQnas(
  tx: Tx,
  writes: readonly QnaWrite[],
  about: { change: QnaChange; by: string | null; note?: string },
): Promise<{ ids: string[] } | { stale: StaleQna[] }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('vfp qnas', 0))`.execute(tx);
  const named = writes.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const stored = new Map((await readQnas(tx, named)).map((qna) => [qna.id, qna]));
  const stale = writes.flatMap((write): StaleQna[] => {
    const now = write.id === undefined ? undefined : stored.get(write.id);
    const isExpected = !('version' in write) || write.version === undefined || write.version === now?.version;
    const isMissing = write.fields === null && now === undefined;
    return isExpected && !isMissing ? [] : [{ id: write.id ?? '', now }];
  });
  if (stale.length > 0) return { stale };
  await keepVersions(tx, [...stored.keys()]);
  const last = await lastVersions(tx, named);
  const ids: string[] = [];
  for (const { id = await nextId(tx), fields } of writes) {
    const version = (last.get(id) ?? 0) + 1;
    if (fields === null) await sql`delete from qnas where id = ${id}`.execute(tx);
    else await writeRow(tx, { id, version, fields, by: about.by });
    await sql`insert into qna_versions (qna_id, version, content, change, note, made_by)
      values (${id}, ${version}, ${contentOf(fields)}, ${about.change}, ${about.note ?? ''}, ${about.by})`.execute(tx);
    ids.push(id);
  }
  return { ids };
}

async function writeRow(
  tx: Tx,
  { id, version, fields, by }: { id: string; version: number; fields: QnaFields; by: string | null },
): Promise<void> {
  const { koQuestion: question, koAlternatives: alternatives, koAnswer: answer, ...f } = fields;
  const ko = question === '' ? null : JSON.stringify({ question, answer, alternatives });
  await sql`
    insert into qnas (id, large, medium, small, question, alternatives, answer, keywords, urls, status, sources, ko,
                      chat_type, check_by, version, updated_by)
    values (${id}, ${f.large}, ${f.medium}, ${f.small}, ${f.question}, ${JSON.stringify(f.alternatives)}, ${f.answer},
            ${JSON.stringify(f.keywords)}, ${JSON.stringify(f.urls)}, ${f.status}, ${JSON.stringify(f.sources)}, ${ko},
            ${f.chatType}, ${f.checkBy === '' ? null : f.checkBy}, ${version}, ${by})
    on conflict (id) do update set
      large = excluded.large, medium = excluded.medium, small = excluded.small, question = excluded.question,
      alternatives = excluded.alternatives, answer = excluded.answer, keywords = excluded.keywords, urls = excluded.urls,
      status = excluded.status, sources = excluded.sources, ko = excluded.ko, chat_type = excluded.chat_type,
      check_by = excluded.check_by, version = excluded.version, updated_by = excluded.updated_by, updated_at = now()
  `.execute(tx);
}

/** Keeps the stored versions that no expert wrote: those of the product's own file are not kept when they are imported. */
async function keepVersions(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const qna of await readQnas(tx, ids)) {
    await sql`insert into qna_versions (qna_id, version, content, change, made_at)
      values (${qna.id}, ${qna.version}, ${contentOf(qna)}, 'product', ${qna.updatedAt})
      on conflict (qna_id, version) do nothing`.execute(tx);
  }
}

async function lastVersions(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`
    select qna_id as id, max(version) as version from qna_versions where qna_id = any(${ids}) group by qna_id`.execute(
    tx,
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

async function nextId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select nextval('qna_numbers')::text as id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no number was drawn for a Q&A');
  return id;
}

/** Returns the fields of a version as JSON, without what else a row has. */
function contentOf(qna: QnaFields | null): string | null {
  return qna === null ? null : JSON.stringify(Object.fromEntries(qnaFields.map(({ name }) => [name, qna[name]])));
}
