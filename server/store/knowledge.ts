import { sql } from 'kysely';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import type { Db, Tx } from './database.ts';

/** What the assistant may answer from: the published entries. */
export async function publishedKnowledge(db: Db | Tx): Promise<KnowledgeEntry[]> {
  const { rows } = await sql<KnowledgeEntry>`
    select id, large, medium, small, question, alternatives, answer, keywords, urls, status
    from knowledge where status = 'published' order by id`.execute(db);
  return rows;
}
