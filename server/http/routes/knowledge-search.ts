import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { categoryOf, type KnowledgeEntry } from '#domain/knowledge.ts';
import { knowledgeSearchQuery, knowledgesReply, qandasReply } from '#domain/protocol/knowledge-search.ts';
import { retrieve } from '#domain/retrieval/retrieve.ts';
import type { QnaSearch } from '../../knowledge/qna-search.ts';
import type { Deps } from '../deps.ts';

/** Search for experts: in what the assistant answers from, and in the Q&As as they are stored. */
export function knowledgeSearchRoutes(
  app: FastifyInstance,
  { knowledge, qnas }: Pick<Deps, 'knowledge'> & { qnas: QnaSearch },
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(
    '/bot/knowledges',
    { schema: { querystring: knowledgeSearchQuery, response: { 200: knowledgesReply } } },
    ({ query: { q } }) => {
      const { band, confidence, hits } = retrieve(knowledge(), { text: q, chatType: 1 });
      return { band, confidence, items: hits.map(({ entry, score }, at) => foundOf(entry, score, at)) };
    },
  );

  routes.get(
    '/bot/qandas',
    { schema: { querystring: knowledgeSearchQuery, response: { 200: qandasReply } } },
    async ({ query: { q } }) => {
      const { confidence, items } = await qnas.search(q);
      return {
        confidence,
        items: items.map(({ qna: { status, version, isSynced }, entry, score }, at) => ({
          ...foundOf(entry, score, at),
          status,
          version,
          is_synced: isSynced,
        })),
      };
    },
  );

  // Reading knowledge from OneDrive needs an adapter, which this server does not have.
  routes.get('/bot/one-drive', () => {
    throw new Refusal('NOT_CONFIGURED');
  });
}

function foundOf(entry: KnowledgeEntry, score: number, at: number) {
  const { id, question, answer, urls } = entry;
  return { rank: at + 1, score, qna_id: id, question, answer, category: categoryOf(entry), urls };
}
