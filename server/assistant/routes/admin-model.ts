import type { FastifyInstance } from 'fastify';
import { tryModel } from '../answering/try-model.ts';
import { modelUse, reportsUsage } from '../store/model-calls.ts';
import type { AssistantDeps } from '../deps.ts';
import { serving } from '../../http/serve-routes.ts';
import { routesOfModel } from '#domain/assistant/wire/model.ts';

/** The language model for administrators: what it used and cost, and a test call. */
export function adminModelRoutes(
  app: FastifyInstance,
  { db, config, assistantSettings }: Pick<AssistantDeps, 'db' | 'config' | 'assistantSettings'>,
): void {
  const serve = serving(app, routesOfModel);
  serve('GET /admin-api/model', async () => {
    const { settings } = assistantSettings();
    const { model } = config;
    return {
      model: model?.name ?? null,
      endpoint: model === undefined ? null : addressOf(model.baseUrl),
      has_key: model?.key !== undefined,
      is_on: settings.modelIsOn,
      reports_usage: await reportsUsage(db),
      limits: {
        tokens_per_conversation: settings.tokensPerConversation,
        tokens_per_user_day: settings.tokensPerUserDay,
        tokens_per_day: settings.tokensPerDay,
      },
      ...(await modelUse(db, settings)),
    };
  });
  serve('POST /admin-api/model/test', () => tryModel(db, config.model));
}

/** Returns an address without user, password and query: they may be secrets. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
