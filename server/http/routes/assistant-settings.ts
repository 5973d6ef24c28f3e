import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { problemsWithSettings } from '#domain/assistant/problems.ts';
import { type AssistantSettings, needsMeasuring, settingChanges } from '#domain/assistant/settings.ts';
import { Refusal } from '#domain/errors.ts';
import {
  measurementIdReply,
  measurementParams,
  measurementReply,
  measureSettingsBody,
  saveSettingsBody,
  settingsQuery,
  settingsReply,
  settingsVersionsReply,
  useAgainBody,
} from '#domain/protocol/assistant-settings.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Deps } from '../deps.ts';
import { keyed } from '../keyed-writes.ts';
import { queueMeasurement } from '../../knowledge/measure-settings.ts';
import {
  addSettings,
  currentSettings,
  settingsVersion,
  settingsVersions,
  type SettingsVersion,
} from '../../store/knowledge/assistant-settings.ts';
import { knowledgeState } from '../../store/knowledge/entry-changes.ts';
import { measurementOf } from '../../store/knowledge/settings-measurements.ts';
import type { Tx } from '../../store/system/db.ts';

/** The assistant's settings: those in force, their versions, and what the question set gives with others. */
export function assistantSettingsRoutes(
  app: FastifyInstance,
  { db, reloadKnowledge }: Pick<Deps, 'db' | 'reloadKnowledge'>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/admin-api/assistant_settings', { schema: { response: { 200: settingsReply } } }, async () =>
    wireOf(await currentSettings(db)),
  );

  routes.get(
    '/admin-api/assistant_settings/versions',
    { schema: { querystring: settingsQuery, response: { 200: settingsVersionsReply } } },
    async ({ query: { page = 1, limit = serverLimits.pageRows } }) => {
      const { version: newest } = await currentSettings(db);
      // One more, which the last of the page is compared with.
      const rows = await settingsVersions(db, { from: newest - (page - 1) * limit, limit: limit + 1 });
      const items = rows.slice(0, limit).map((row, at) => {
        const { settings: _settings, ...about } = wireOf(row);
        const before = rows[at + 1]?.settings;
        const changes = before === undefined ? [] : settingChanges(before, row.settings);
        return { ...about, is_current: row.version === newest, changes };
      });
      return { items, total: newest + 1, page, limit };
    },
  );

  routes.post(
    '/admin-api/assistant_settings/measurements',
    { config: keyed, schema: { body: measureSettingsBody, response: { 202: measurementIdReply } } },
    async ({ tx, body: { replaces, settings }, session }, reply) => {
      refuseWrong(settings);
      const { version } = await currentSettings(tx);
      if (version !== replaces) throw new Refusal('STALE', { version });
      reply.code(202);
      return { id: await queueMeasurement(tx, { replaces, settings, by: session.user.id }) };
    },
  );

  routes.get(
    '/admin-api/assistant_settings/measurements/:id',
    { schema: { params: measurementParams, response: { 200: measurementReply } } },
    async ({ params: { id } }) => {
      const found = await measurementOf(db, id);
      if (found === undefined) throw new Refusal('NOT_FOUND');
      const { state, progress, result } = found;
      return { id, state, progress, result };
    },
  );

  routes.post(
    '/admin-api/assistant_settings',
    { config: keyed, schema: { body: saveSettingsBody, response: { 201: settingsReply } } },
    async (
      { tx, body: { replaces, settings, why, measurement_id: measurementId = null }, session, afterCommit },
      reply,
    ) => {
      refuseWrong(settings);
      const before = await settingsVersion(tx, replaces);
      if (before !== undefined && needsMeasuring(before.settings, settings))
        await refuseUnmeasured(tx, measurementId, { replaces, settings });
      const made = await addSettings(tx, {
        replaces,
        settings,
        why: reasonIn(why),
        by: session.user.id,
        bringsBack: null,
      });
      if (made === undefined) throw new Refusal('STALE', { version: (await currentSettings(db)).version });
      afterCommit.push(reloadKnowledge);
      reply.code(201);
      return wireOf(made);
    },
  );

  routes.post(
    '/admin-api/assistant_settings/use_again',
    { config: keyed, schema: { body: useAgainBody, response: { 201: settingsReply } } },
    async ({ tx, body: { version, replaces, why }, session, afterCommit }, reply) => {
      const { version: now } = await currentSettings(tx);
      if (now !== replaces) throw new Refusal('STALE', { version: now });
      const earlier = await settingsVersion(tx, version);
      if (earlier === undefined) throw new Refusal('NOT_FOUND');
      const made = await addSettings(tx, {
        replaces,
        settings: earlier.settings,
        why: reasonIn(why),
        by: session.user.id,
        bringsBack: version,
      });
      if (made === undefined) throw new Refusal('STALE', { version: (await currentSettings(db)).version });
      afterCommit.push(reloadKnowledge);
      reply.code(201);
      return wireOf(made);
    },
  );
}

function wireOf({ version, settings, why, bringsBack, madeBy, madeAt }: SettingsVersion) {
  return { version, settings, why, brings_back: bringsBack, made_by: madeBy, made_at: madeAt };
}

/** @throws INVALID with each wrong field */
function refuseWrong(settings: AssistantSettings): void {
  const problems = problemsWithSettings(settings);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
}

/** @throws INVALID for a reason without words */
function reasonIn(why: string): string {
  if (why.trim() === '') throw new Refusal('INVALID', [{ path: 'why', code: 'REQUIRED' }]);
  return why.trim();
}

/**
 * @throws INVALID when these settings were not measured, or STALE when the entries have changed since, or the measurement
 * is of settings on top of another version
 */
async function refuseUnmeasured(
  tx: Tx,
  id: string | null,
  { replaces, settings }: { replaces: number; settings: AssistantSettings },
): Promise<void> {
  const measured = id === null ? undefined : await measurementOf(tx, id);
  if (measured?.state !== 'done' || needsMeasuring(measured.settings, settings))
    throw new Refusal('INVALID', [{ path: 'measurement_id', code: 'REQUIRED' }]);
  const { revision } = await knowledgeState(tx);
  if (measured.replaces !== replaces || measured.revision !== revision)
    throw new Refusal('STALE', { state: 'outdated' });
}
