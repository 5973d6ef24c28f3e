import { sql } from 'kysely';
import { type AssistantSettings, storedSettings, wholeSettings } from '#domain/assistant/settings.ts';
import type { MeasuredChange } from '#domain/protocol/synchronizes.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { ago } from '../system/moments.ts';
import type { Db, Tx } from '../system/db.ts';

/** Measurements of settings before they are saved, see migration 0075. */

export interface SettingsMeasurement {
  id: string;
  replaces: number;
  settings: AssistantSettings;
  /** `failed` also after a silence of the process that measures. */
  state: 'waiting' | 'measuring' | 'done' | 'failed' | 'cancelled';
  /** 0 to 1. */
  progress: number;
  revision: number | null;
  result: MeasuredChange | null;
}

/** Starts a measurement in place of earlier ones of the same user, and deletes old ones. */
export async function addMeasurement(
  tx: Tx,
  { id, replaces, settings, by }: { id: string; replaces: number; settings: AssistantSettings; by: string },
): Promise<void> {
  await sql`update settings_measurements set state = 'cancelled'
    where started_by = ${by} and state in ('waiting', 'measuring')`.execute(tx);
  await sql`delete from settings_measurements where started_at < now() - interval '7 days'`.execute(tx);
  await sql`insert into settings_measurements (id, replaces, content, started_by)
    values (${id}, ${replaces}, ${JSON.stringify(storedSettings(settings))}, ${by})`.execute(tx);
}

/** Returns a measurement; undefined if there is none. */
export async function measurementOf(db: Db | Tx, id: string): Promise<SettingsMeasurement | undefined> {
  const { rows } = await sql<Omit<SettingsMeasurement, 'settings'> & { content: Record<string, unknown> }>`
    select id, replaces, content, progress::float8 as progress, revision::float8 as revision, result,
           case when state in ('waiting', 'measuring') and beat_at < ${ago(serverLimits.syncSilenceMs)} then 'failed' else state end as state
      from settings_measurements where id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { content, ...measurement } = row;
  return { ...measurement, settings: wholeSettings(content) };
}

/** Takes a measurement that waits. @returns undefined when there is nothing to do */
export async function claimMeasurement(db: Db, id: string): Promise<SettingsMeasurement | undefined> {
  const { rows } = await sql`update settings_measurements set state = 'measuring', beat_at = now()
    where id = ${id} and state = 'waiting' returning id`.execute(db);
  return rows.length === 0 ? undefined : await measurementOf(db, id);
}

/** Shows how far it is. @returns false when it was canceled */
export async function noteMeasuring(db: Db, id: string, progress: number): Promise<boolean> {
  const { rows } = await sql`update settings_measurements set beat_at = now(), progress = ${progress}
    where id = ${id} and state = 'measuring' returning id`.execute(db);
  return rows.length > 0;
}

/** Ends a measurement with its result, or as failed without one. */
export async function endMeasurement(
  db: Db,
  id: string,
  measured: { revision: number; result: MeasuredChange } | undefined,
): Promise<void> {
  await sql`update settings_measurements set state = ${measured === undefined ? 'failed' : 'done'}, progress = 1,
      revision = ${measured?.revision ?? null}, result = ${measured === undefined ? null : JSON.stringify(measured.result)}
    where id = ${id} and state = 'measuring'`.execute(db);
}
