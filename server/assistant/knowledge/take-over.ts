import { editedStamp } from '../store/differences.ts';
import { knowledgeState } from '../store/entry-changes.ts';
import { lockVersions, takeOver, type VersionNote } from '../store/index-versions.ts';
import { endRun, type SyncRun } from '../store/sync-runs.ts';
import type { Db, Tx } from '../../database/db.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Time after a sync in which every process builds its index again, before those who asked are informed of an answer. */
const informAfterSyncMs = 5 * SECOND;

/** Whether a Q&A, or what the assistant answers from, has changed since a run has measured. */
export async function isOutdated(
  db: Db | Tx,
  { editedStamp: edited, activeRevision }: Pick<SyncRun, 'editedStamp' | 'activeRevision'>,
): Promise<boolean> {
  return (await editedStamp(db)) !== edited || (await knowledgeState(db)).revision !== activeRevision;
}

/**
 * Makes what a run has measured what the assistant answers from. Reload the knowledge base after the commit.
 * @param run ready, and locked
 * @returns the number of the new version; undefined when what was measured has changed since
 */
export async function takeOverRun(tx: Tx, run: SyncRun, about: VersionNote): Promise<number | undefined> {
  await lockVersions(tx);
  if (run.result === null || (await isOutdated(tx, run))) return undefined;
  const { now, new: next } = run.result.figures;
  const sets = run.result.sets.map(({ name, figures }) => ({ name, figures: figures.new }));
  const indexVersion = await takeOver(tx, { ...about, figures: { before: now, after: next }, sets });
  await endRun(tx, run.id, { state: 'done', indexVersion });
  // Users whose questions are answered now are told once every process can answer them.
  await queueJob(tx, 'tell_askers', {}, { key: 'tell askers after a sync', afterMs: informAfterSyncMs });
  return indexVersion;
}
