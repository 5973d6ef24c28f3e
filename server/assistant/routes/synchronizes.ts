import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import type { Db } from '../../database/db.ts';
import type { AssistantDeps } from '../deps.ts';
import { countsOf, queueRun } from '../knowledge/sync-run.ts';
import { isOutdated, takeOverRun } from '../knowledge/take-over.ts';
import { differences } from '../store/differences.ts';
import { bringBack, currentVersion, lockVersions, versionsPage } from '../store/index-versions.ts';
import { addRun, endRun, lockRun, newestRun } from '../store/sync-runs.ts';
import { routesOfSynchronizes } from '#domain/assistant/wire/synchronizes.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** The sync: edited Q&As are measured, and become what the assistant answers from; earlier versions can be brought back. */
export function synchronizeRoutes(
  app: FastifyInstance,
  { db, reloadKnowledge, knowledgeIsCurrent }: Pick<AssistantDeps, 'db' | 'reloadKnowledge' | 'knowledgeIsCurrent'>,
): void {
  const serve = serving(app, routesOfSynchronizes);

  serve('GET /qnas/synchronizes', () => stateOfSync(db, knowledgeIsCurrent));

  serve('POST /qnas/synchronizes', async ({ tx, body, session }) => {
    const before = await newestRun(tx);
    if (body.again === true && before?.state === 'ready') await endRun(tx, before.id, { state: 'cancelled' });
    const id = randomUUID();
    const isNew = await addRun(tx, { id, by: session.user.id, takesOverAlone: body.takes_over_alone ?? false });
    if (isNew) await queueRun(tx, id);
    return { job_id: isNew ? id : ((await newestRun(tx))?.id ?? id) };
  });

  serve(
    'POST /qnas/synchronizes/:id/take_over',
    async ({ tx, params: { id }, body: { note = '' }, session, afterCommit }) => {
      const run = requireFound(await lockRun(tx, id));
      if (run.state !== 'ready') throw new Refusal('STALE', { state: run.state });
      if (run.result?.needs_reason === true && note.trim() === '')
        throw new Refusal('INVALID', [{ path: 'note', code: 'REQUIRED' }]);
      const version = await takeOverRun(tx, run, { by: session.user.id, note: note.trim() });
      if (version === undefined) throw new Refusal('STALE', { state: 'outdated' });
      afterCommit.push(reloadKnowledge);
      return { index_version: version };
    },
  );

  serve('DELETE /qnas/synchronizes/:id', async ({ tx, params: { id } }) => {
    requireFound(await lockRun(tx, id));
    await endRun(tx, id, { state: 'cancelled' });
  });

  serve('GET /qnas/synchronizes/history', async ({ query: { page = 1, limit = pageRows } }) => {
    const [found, current] = await Promise.all([versionsPage(db, { page, limit }), currentVersion(db)]);
    return { ...found, items: found.items.map((row) => ({ ...row, is_current: row.number === current })) };
  });

  serve('POST /qnas/synchronizes/rollback', async ({ tx, body: { version, replaces, note }, session, afterCommit }) => {
    await lockVersions(tx);
    const current = await currentVersion(tx);
    if (current !== replaces) throw new Refusal('STALE', { index_version: current });
    const made = requireFound(await bringBack(tx, version, { by: session.user.id, note: note.trim() }));
    afterCommit.push(reloadKnowledge);
    return { index_version: made };
  });
}

/** Returns the newest run, and what has changed since the last one that took over. */
async function stateOfSync(db: Db, knowledgeIsCurrent: () => Promise<void>) {
  const [run, version, pending] = await Promise.all([newestRun(db), currentVersion(db), differences(db)]);
  // A user who sees that it is done gets answers from it.
  if (run?.state === 'done') await knowledgeIsCurrent();
  const figures = run?.result?.figures.new;
  return {
    ...(run ?? noRun),
    job_id: run?.id ?? null,
    index_version: version,
    eval: figures === undefined ? null : { r1: figures.recall1, mrr: figures.mrr, oos: figures.strangers_answered },
    pending: countsOf(pending),
    is_outdated: run?.state === 'ready' && (await isOutdated(db, run)),
  };
}

/** The reply about the newest run while there is none. */
const noRun = {
  state: 'idle',
  progress: 0,
  takes_over_alone: false,
  started_by: null,
  started_at: null,
  ended_at: null,
  result: null,
  problem: null,
} as const;
