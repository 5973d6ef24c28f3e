import { type QnaFields, emptyQna, fieldsOfQna } from '#domain/assistant/knowledge/qna/fields.ts';
import { asWire } from '../../database/moments.ts';
import { type Db, firstRow, firstValue, rowsOf, type Tx } from '../../database/db.ts';
import type { QnaChange } from './qna-writes.ts';
import { readQna } from './qnas.ts';

/** A version of a Q&A: what it said, and who wrote it why. */
export interface QnaVersion {
  version: number;
  /** `product` for a version from the product's own file. */
  change: QnaChange | 'product';
  note: string;
  /** Name of who wrote it; null for the product's own and for accounts that are gone. */
  made_by: string | null;
  /** ISO-8601, UTC. */
  made_at: string;
  /** Null for a deletion. */
  content: QnaFields | null;
}

/**
 * Returns the newest versions of a Q&A, also of a deleted one, newest first. A version of the product's own file is in no
 * table of versions until an expert replaces it: the stored one stands for it.
 */
export async function readVersions(db: Db | Tx, id: string, limit: number): Promise<QnaVersion[]> {
  const rows = await rowsOf<QnaVersion>(db)`
    select v.version, v.change, v.note, u.display_name as made_by, v.content, ${asWire('v.made_at')} as made_at
      from qna_versions v left join users u on u.id = v.made_by
     where v.qna_id = ${id} order by v.version desc limit ${limit}`;
  const kept = rows.map((row) => ({ ...row, content: row.content === null ? null : { ...emptyQna, ...row.content } }));
  const stored = await readQna(db, id);
  if (stored === undefined || kept[0]?.version === stored.version) return kept;
  const { version, updatedAt, updatedBy } = stored;
  return [
    { version, change: 'product', note: '', made_by: updatedBy, made_at: updatedAt, content: fieldsOfQna(stored) },
    ...kept,
  ];
}

/** Returns how many versions a Q&A has, with the stored one where it is in no table of versions. */
export async function countVersions(db: Db | Tx, id: string): Promise<number> {
  const value = await firstValue<number>(db)`
    select count(*)::int as count from (
      select version from qna_versions where qna_id = ${id} union select version from qnas where id = ${id}) each`;
  return value ?? 0;
}

/** Returns what a version said; undefined for a deletion, and when there is none. */
export async function contentOfVersion(db: Db | Tx, id: string, version: number): Promise<QnaFields | undefined> {
  const row = await firstRow<{ content: Partial<QnaFields> | null }>(db)`
    select content from qna_versions where qna_id = ${id} and version = ${version}`;
  const content = row?.content;
  return content === undefined || content === null ? undefined : { ...emptyQna, ...content };
}

/** Returns the number of the newest version that was written, also of a deleted Q&A; undefined when there is none. */
export async function lastVersion(db: Db | Tx, id: string): Promise<number | undefined> {
  const value = await firstValue<number | null>(db)`
    select max(version) as version from qna_versions where qna_id = ${id}`;
  return value ?? undefined;
}
