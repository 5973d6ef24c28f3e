import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { modelReply, triedReply } from '#domain/protocol/model.ts';
import { tryModel } from '../../answering/try-model.ts';
import { modelUse } from '../../store/chat/model-calls.ts';
import type { Deps } from '../deps.ts';

/** The language model for administrators: what it used and cost, and a test call. */
export function adminModelRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  routes.get('/admin-api/model', { schema: { response: { 200: modelReply } } }, async () => {
    return { model: config.model?.name ?? null, ...(await modelUse(db)) };
  });
  routes.post('/admin-api/model/test', { schema: { response: { 200: triedReply } } }, () => tryModel(db, config.model));
}
