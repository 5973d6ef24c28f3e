import { sql } from 'kysely';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Db, Tx } from '../system/database.ts';

/** Every entry of the knowledge base, also those that wait for an expert's check: what the search index is built from. */
export async function allKnowledge(db: Db | Tx): Promise<KnowledgeEntry[]> {
  const { rows } = await sql<KnowledgeEntry>`
    select id, large, medium, small, question, alternatives, answer, keywords, urls, status
    from knowledge order by id`.execute(db);
  return rows;
}

/** What devices keep for answering offline: the published entries. */
export async function publishedKnowledge(db: Db | Tx): Promise<KnowledgeEntry[]> {
  return (await allKnowledge(db)).filter((entry) => entry.status === 'published');
}
