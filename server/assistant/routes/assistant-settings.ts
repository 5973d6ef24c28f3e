import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { saveSettingsBody, settingsReply } from '#domain/assistant/wire/assistant-settings.ts';
import type { AssistantDeps } from '../deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { addSettings, currentSettings } from '../store/assistant-settings.ts';

/** The assistant's settings: texts of the chat tabs, and the language model. */
export function assistantSettingsRoutes(
  app: FastifyInstance,
  { db, reloadKnowledge }: Pick<AssistantDeps, 'db' | 'reloadKnowledge'>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/admin-api/assistant_settings', { schema: { response: { 200: settingsReply } } }, async () =>
    wireOf(await currentSettings(db)),
  );

  routes.post(
    '/admin-api/assistant_settings',
    { config: keyed, schema: { body: saveSettingsBody, response: { 201: settingsReply } } },
    async ({ tx, body: { replaces, settings }, session, afterCommit }, reply) => {
      const made = await addSettings(tx, { replaces, settings, by: session.user.id });
      if (made === undefined) throw new Refusal('STALE', { version: (await currentSettings(db)).version });
      afterCommit.push(reloadKnowledge);
      reply.code(201);
      return wireOf(made);
    },
  );
}

function wireOf({ version, settings, madeBy, madeAt }: Awaited<ReturnType<typeof currentSettings>>) {
  return { version, settings, made_by: madeBy, made_at: madeAt };
}
