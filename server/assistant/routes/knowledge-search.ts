import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { categoryOf, type KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import type { QnaSearch } from '../knowledge/qna-search.ts';
import type { AssistantDeps } from '../deps.ts';
import { pageOf } from '../../http/paged.ts';
import { routesOfKnowledgeSearch } from '#domain/assistant/wire/knowledge-search.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Search for experts: in what the assistant answers from, and in the Q&As as they are stored. */
export function knowledgeSearchRoutes(
  app: FastifyInstance,
  { knowledge, qnas }: Pick<AssistantDeps, 'knowledge'> & { qnas: QnaSearch },
): void {
  const serve = serving(app, routesOfKnowledgeSearch);

  serve('GET /bot/knowledges', ({ query: { q, ...query } }) => {
    const { band, confidence, hits } = retrieve(knowledge(), { text: q, chatType: 1 });
    const items = hits.map(({ entry, score }, at) => foundOf(entry, score, at));
    return { band, confidence, ...pageOf(items, query, pageRows) };
  });

  serve('GET /bot/qandas', async ({ query: { q, ...query } }) => {
    const { confidence, items: found } = await qnas.search(q);
    const items = found.map(({ qna: { status, version, isSynced }, entry, score }, at) => ({
      ...foundOf(entry, score, at),
      status,
      version,
      is_synced: isSynced,
    }));
    return { confidence, ...pageOf(items, query, pageRows) };
  });

  // Reading knowledge from OneDrive needs an adapter, which this server does not have.
  app.get('/bot/one-drive', () => {
    throw new Refusal('NOT_CONFIGURED');
  });
}

function foundOf(entry: KnowledgeEntry, score: number, at: number) {
  const { id, question, answer, urls } = entry;
  return { rank: at + 1, score, qna_id: id, question, answer, category: categoryOf(entry), urls };
}
