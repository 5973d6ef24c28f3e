import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfSettings } from '#domain/assistant/wire/assistant-settings.ts';
import type { AssistantDeps } from '../deps.ts';
import { addSettings, currentSettings } from '../store/assistant-settings.ts';
import { serving } from '../../http/serve-routes.ts';

/** The assistant's settings: texts of the chat tabs, and the language model. */
export function assistantSettingsRoutes(
  app: FastifyInstance,
  { db, reloadKnowledge }: Pick<AssistantDeps, 'db' | 'reloadKnowledge'>,
): void {
  const serve = serving(app, routesOfSettings);

  serve('GET /admin-api/assistant_settings', () => currentSettings(db));

  serve('POST /admin-api/assistant_settings', async ({ tx, body: { replaces, settings }, session, afterCommit }) => {
    const made = await addSettings(tx, { replaces, settings, by: session.user.id });
    if (made === undefined) throw new Refusal('STALE', { version: (await currentSettings(db)).version });
    afterCommit.push(reloadKnowledge);
    return made;
  });
}
