import { sql } from 'kysely';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { type Db, firstRow, rowsOf, type Tx } from '../../database/db.ts';

/**
 * Returns all entries of the knowledge base for the search index, including those that are not published.
 * @param from `knowledge`: what the assistant answers from; `qnas`: as experts have edited them since
 */
export async function allKnowledge(db: Db | Tx, from: 'knowledge' | 'qnas' = 'knowledge'): Promise<KnowledgeEntry[]> {
  const rows = await rowsOf<Omit<KnowledgeEntry, 'ko'> & { ko: KnowledgeEntry['ko'] | null }>(db)`
    select id, large, medium, small, question, alternatives, answer, keywords, urls, status, ko,
           status <> 'published' and imported_version is null and not exists (
             select from qna_versions v where v.qna_id = k.id and v.content ->> 'status' = 'published') as "isDraft"
      from ${sql.table(from)} k order by id`;
  return rows.map(({ ko, isDraft, ...entry }) => ({
    ...entry,
    ...(ko === null || ko === undefined ? {} : { ko }),
    ...(isDraft ? { isDraft } : {}),
  }));
}

let published: { stamp: string; entries: KnowledgeEntry[] } | undefined;

/**
 * Returns the published entries, which devices store to answer offline. They are read again only when a row has changed:
 * a thousand devices that start at once need the same list, and get the same array.
 */
export async function publishedKnowledge(db: Db | Tx): Promise<KnowledgeEntry[]> {
  const row = await firstRow<{ stamp: string }>(db)`
    select concat_ws(' ', current_database(), count(*), sum(xmin::text::bigint), max(xmin::text::bigint)) as stamp
      from knowledge`;
  const stamp = row?.stamp ?? '';
  if (published?.stamp !== stamp) {
    const entries = (await allKnowledge(db)).filter((entry) => entry.status === 'published');
    published = { stamp, entries };
  }
  return published.entries;
}
