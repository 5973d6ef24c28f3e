import type { Log } from '../../ground/log.ts';
import { differences, type Difference, editedStamp } from '../store/differences.ts';
import { allKnowledge } from '../store/entries.ts';
import { knowledgeState } from '../store/entry-changes.ts';
import { questionsToAsk } from '../store/question-sets.ts';
import {
  noteAlive,
  noteProgress,
  claimRun,
  endRun,
  keepMeasured,
  lockRun,
  releaseRun,
  silentRuns,
} from '../store/sync-runs.ts';
import type { Db, Tx } from '../../database/db.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { measureInProcess } from './measure-in-process.ts';
import type { Knowledge } from './knowledge.ts';
import { takeOverRun } from './take-over.ts';
import { SECOND } from '#domain/ground/units.ts';
import { syncListed } from './compare-indexes.ts';

/** A process that measures a run of the sync notes so often that it is alive. */
export const syncRenewalMs = 3 * SECOND;
/** A run that has been started this often, and ended without a result, fails. */
const syncAttempts = 3;

/** The job of the sync: it builds the index of the edited Q&As, and measures it beside the one the assistant answers from. */

export interface SyncDeps {
  db: Db;
  knowledge: Pick<Knowledge, 'reload'>;
  log: Log;
}

/** Queues the job that measures a run. */
export async function queueRun(db: Db | Tx, id: string): Promise<void> {
  await queueJob(db, 'sync_knowledge', { runId: id }, { tries: 1 });
}

/**
 * Measures a run, unless another process does. The last failed attempt ends the run; the others are repeated by
 * `resumeRuns`.
 * @param signal aborted when this process stops: the run then waits for another one
 */
export async function measureRun(deps: SyncDeps, payload: unknown, signal?: AbortSignal): Promise<void> {
  const { runId: id } = payload as { runId: string };
  const attempt = await claimRun(deps.db, id);
  if (attempt === undefined) return;
  // A beat that fails in an outage is not missed: the next one follows, or another process goes on with the run.
  const heartbeat = setInterval(() => void noteAlive(deps.db, id, attempt).catch(() => undefined), syncRenewalMs);
  try {
    await measure(deps, { id, attempt }, signal);
    if (signal?.aborted === true) await releaseRun(deps.db, id, attempt);
  } catch (error) {
    deps.log.warn({ err: error, attempt }, 'a sync of the knowledge base failed');
    if (attempt >= syncAttempts) await endRun(deps.db, id, { state: 'failed', problem: 'FAILED' });
    else await releaseRun(deps.db, id, attempt);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Queues the runs again that no process goes on with. @returns their number */
export async function resumeRuns(db: Db): Promise<number> {
  const silent = await silentRuns(db);
  for (const { id, attempts } of silent) {
    if (attempts >= syncAttempts) await endRun(db, id, { state: 'failed', problem: 'INTERRUPTED' });
    else await queueRun(db, id);
  }
  return silent.length;
}

async function measure(
  { db, knowledge }: SyncDeps,
  { id, attempt }: { id: string; attempt: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  const read = await readBoth(db);
  const isWanted = async (progress: number): Promise<boolean> =>
    signal?.aborted !== true && (await noteProgress(db, id, attempt, progress));
  const compared = await measureInProcess(read, isWanted);
  if (compared === undefined) return;
  const { gotWorse, ...figures } = compared;
  const result = { ...figures, ...shownOf(read.changes) };
  const { editedStamp: stamp, activeRevision } = read;
  const state = read.changes.length === 0 ? 'unchanged' : 'ready';
  const isTaken = await db.transaction().execute(async (tx) => {
    const isMine = await keepMeasured(tx, { id, attempt, state }, { editedStamp: stamp, activeRevision, result });
    const run = isMine && state === 'ready' && !gotWorse ? await lockRun(tx, id) : undefined;
    if (run?.takes_over_alone !== true) return false;
    return (await takeOverRun(tx, run, { by: run.startedById, note: '' })) !== undefined;
  });
  if (isTaken) await knowledge.reload();
}

/** Reads both sides, and what differs, as they are at one moment. */
async function readBoth(db: Db) {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      active: await allKnowledge(tx),
      edited: await allKnowledge(tx, 'qnas'),
      changes: await differences(tx),
      questions: await questionsToAsk(tx),
      editedStamp: await editedStamp(tx),
      activeRevision: (await knowledgeState(tx)).revision,
    }));
}

function shownOf(changes: readonly Difference[]) {
  return { counts: countsOf(changes), differences: changes.slice(0, syncListed) };
}

/** Counts differences by their kind. */
export function countsOf(changes: readonly Difference[]): { created: number; changed: number; deleted: number } {
  const count = (kind: Difference['kind']): number => changes.filter((each) => each.kind === kind).length;
  return { created: count('created'), changed: count('changed'), deleted: count('deleted') };
}
