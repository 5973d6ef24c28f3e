import { randomUUID } from 'node:crypto';
import { type AssistantSettings, retrievalSettingsOf } from '#domain/assistant/settings.ts';
import type { Log } from '../log.ts';
import { allKnowledge } from '../store/knowledge/entries.ts';
import { knowledgeState } from '../store/knowledge/entry-changes.ts';
import { questionsToAsk } from '../store/knowledge/question-sets.ts';
import {
  addMeasurement,
  claimMeasurement,
  endMeasurement,
  noteMeasuring,
  type SettingsMeasurement,
} from '../store/knowledge/settings-measurements.ts';
import { settingsVersion } from '../store/knowledge/assistant-settings.ts';
import type { Db, Tx } from '../store/system/db.ts';
import { queueJob } from '../store/system/queue-job.ts';
import { measureInProcess } from './measure-in-process.ts';

/** The job that asks the question set with settings that are not saved yet. */

/** Queues a measurement. @returns its id */
export async function queueMeasurement(
  tx: Tx,
  asked: { replaces: number; settings: AssistantSettings; by: string },
): Promise<string> {
  const id = randomUUID();
  await addMeasurement(tx, { id, ...asked });
  await queueJob(tx, 'measure_settings', { id }, { tries: 1 });
  return id;
}

/**
 * Measures settings beside those they replace, unless another process does. Whoever waits for a failed one starts it again.
 * @param signal aborted when this process stops
 */
export async function measureSettings(
  { db, log }: { db: Db; log: Log },
  payload: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const claimed = await claimMeasurement(db, (payload as { id: string }).id);
  if (claimed === undefined) return;
  try {
    await endMeasurement(db, claimed.id, await measure(db, claimed, signal));
  } catch (error) {
    log.warn({ err: error }, 'settings of the assistant could not be measured');
    await endMeasurement(db, claimed.id, undefined);
  }
}

async function measure(
  db: Db,
  { id, replaces, settings }: SettingsMeasurement,
  signal: AbortSignal | undefined,
): Promise<Parameters<typeof endMeasurement>[2]> {
  const { active, questions, revision, now } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      active: await allKnowledge(tx),
      questions: await questionsToAsk(tx),
      revision: (await knowledgeState(tx)).revision,
      now: await settingsVersion(tx, replaces),
    }));
  if (now === undefined) return undefined;
  const sides = { settings: retrievalSettingsOf(now.settings), nextSettings: retrievalSettingsOf(settings) };
  const isWanted = async (progress: number): Promise<boolean> =>
    signal?.aborted !== true && (await noteMeasuring(db, id, progress));
  const compared = await measureInProcess({ active, edited: active, questions, ...sides }, isWanted);
  if (compared === undefined) return undefined;
  const { gotWorse: _gotWorse, ...result } = compared;
  return { revision, result };
}
