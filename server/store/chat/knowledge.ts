import { sql } from 'kysely';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Db, Tx } from '../system/db.ts';

/** Returns all entries of the knowledge base for the search index, including those not yet checked by an expert. */
export async function allKnowledge(db: Db | Tx): Promise<KnowledgeEntry[]> {
  const { rows } = await sql<Omit<KnowledgeEntry, 'ko'> & { ko: KnowledgeEntry['ko'] | null }>`
    select id, large, medium, small, question, alternatives, answer, keywords, urls, status, ko
    from knowledge order by id`.execute(db);
  return rows.map(({ ko, ...entry }) => (ko === null || ko === undefined ? entry : { ...entry, ko }));
}

/** Returns the published entries, which devices store to answer offline. */
export async function publishedKnowledge(db: Db | Tx): Promise<KnowledgeEntry[]> {
  return (await allKnowledge(db)).filter((entry) => entry.status === 'published');
}
