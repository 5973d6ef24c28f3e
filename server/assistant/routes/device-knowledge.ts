import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { mayKeepAnswers } from '#domain/account/permissions.ts';
import { knowledgeQuery, knowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import { sentAsStored } from '../../http/sent-as-stored.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { deviceKnowledge, encodingOf } from '../knowledge/device-knowledge.ts';

/** The route of the knowledge base for offline answers. */
export function deviceKnowledgeRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const knowledge = deviceKnowledge(db);

  routes.get(
    '/sync/knowledge',
    { schema: { querystring: knowledgeQuery, response: { 200: sentAsStored(knowledgeReply) } } },
    async (request, reply) => {
      const mayKeep = mayKeepAnswers(request.session.user);
      const found = await (mayKeep ? knowledge.replyTo(request.query) : knowledge.withoutEntries());
      const encoding = encodingOf(request.headers['accept-encoding'] ?? '');
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
      if (encoding !== undefined) reply.header('content-encoding', encoding);
      return reply.send(await found.bytes(encoding));
    },
  );
}
