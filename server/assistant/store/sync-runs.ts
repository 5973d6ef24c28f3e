import { sql } from 'kysely';
import type { SyncReply, SyncResult, SyncState } from '#domain/assistant/wire/synchronizes.ts';
import { ago, asWire } from '../../database/moments.ts';
import { type Db, firstRow, firstValue, hasRow, rowsOf, type Tx } from '../../database/db.ts';
import { DAY, SECOND } from '#domain/ground/units.ts';

/** A run of the sync without a sign of life for this long goes on in another process. */
export const syncSilenceMs = 15 * SECOND;
/** Time after which a run that waits for its administrator ends. */
const syncReadyMs = 1 * DAY;

/** Runs of the sync, see migration 0078. One at a time is waiting, measuring or ready. */

export interface SyncRun extends Pick<
  SyncReply,
  'progress' | 'takes_over_alone' | 'started_by' | 'result' | 'problem'
> {
  id: string;
  state: Exclude<SyncState, 'idle'>;
  startedById: string | null;
  /** ISO-8601, UTC. */
  started_at: string;
  ended_at: string | null;
  editedStamp: string | null;
  activeRevision: number | null;
}

const run = sql`select r.id, r.state, r.progress::float8 as progress, r.takes_over_alone,
  u.display_name as started_by, r.started_by as "startedById", ${asWire('r.started_at')} as started_at,
  ${asWire('r.ended_at')} as ended_at, r.edited_stamp as "editedStamp", r.active_revision::float8 as "activeRevision",
  r.result, r.problem
  from sync_runs r left join users u on u.id = r.started_by`;

/** Returns the newest run; undefined before the first one. */
export async function newestRun(db: Db | Tx): Promise<SyncRun | undefined> {
  return await firstRow<SyncRun>(db)`${run} order by r.ended_at is null desc, r.started_at desc limit 1`;
}

/** Returns a run, locked until the end of the transaction. */
export async function lockRun(tx: Tx, id: string): Promise<SyncRun | undefined> {
  return await firstRow<SyncRun>(tx)`${run} where r.id = ${id} for update of r`;
}

/** Starts a run. @returns false when another one has not ended */
export async function addRun(tx: Tx, made: { id: string; by: string; takesOverAlone: boolean }): Promise<boolean> {
  const rows = await rowsOf<unknown>(tx)`insert into sync_runs (id, started_by, takes_over_alone)
    values (${made.id}, ${made.by}, ${made.takesOverAlone})
    on conflict ((true)) where state in ('waiting', 'measuring', 'ready') do nothing returning id`;
  await sql`delete from sync_runs where ended_at < now() - interval '30 days'`.execute(tx);
  return rows.length > 0;
}

/** Takes a run that no process measures. @returns the number of this attempt; undefined when there is nothing to do */
export async function claimRun(db: Db, id: string): Promise<number | undefined> {
  return await firstValue<number>(db)`
    update sync_runs set state = 'measuring', attempts = attempts + 1, beat_at = now(), progress = 0
     where id = ${id} and (state = 'waiting' or (state = 'measuring' and beat_at < ${ago(syncSilenceMs)}))
    returning attempts`;
}

/** Shows how far an attempt is. @returns false when the run was canceled, or another process goes on with it */
export async function noteProgress(db: Db, id: string, attempt: number, progress: number): Promise<boolean> {
  return await hasRow(db)`update sync_runs set beat_at = now(), progress = ${progress}
    where id = ${id} and state = 'measuring' and attempts = ${attempt} returning id`;
}

/** Notes that the process of an attempt is alive, also while it has no progress to show. */
export async function noteAlive(db: Db, id: string, attempt: number): Promise<void> {
  await sql`update sync_runs set beat_at = now()
    where id = ${id} and state = 'measuring' and attempts = ${attempt}`.execute(db);
}

/** Gives a run back, so that another process measures it, or this one after a restart. */
export async function releaseRun(db: Db, id: string, attempt: number): Promise<void> {
  await sql`update sync_runs set state = 'waiting' where id = ${id} and state = 'measuring' and attempts = ${attempt}`.execute(
    db,
  );
}

/** Result of an attempt, and what it has measured. */
export interface Measured {
  editedStamp: string;
  activeRevision: number;
  result: SyncResult;
}

/** Stores what an attempt has measured. @returns false when the run was canceled, or another process goes on with it */
export async function keepMeasured(
  tx: Tx,
  { id, attempt, state }: { id: string; attempt: number; state: 'ready' | 'unchanged' },
  { editedStamp, activeRevision, result }: Measured,
): Promise<boolean> {
  return await hasRow(tx)`
    update sync_runs set state = ${state}, progress = 1, edited_stamp = ${editedStamp}, active_revision = ${activeRevision},
           result = ${JSON.stringify(result)}, ended_at = case when ${state} = 'unchanged' then now() end
     where id = ${id} and state = 'measuring' and attempts = ${attempt} returning id`;
}

/** Ends a run with the version that it made, or with why there is none. */
export async function endRun(
  tx: Db | Tx,
  id: string,
  end:
    | { state: 'done'; indexVersion: number }
    | { state: 'cancelled' }
    | { state: 'failed'; problem: SyncRun['problem'] },
): Promise<void> {
  await sql`update sync_runs set state = ${end.state}, ended_at = now(),
      index_version = ${end.state === 'done' ? end.indexVersion : null}, problem = ${end.state === 'failed' ? end.problem : null}
    where id = ${id} and state in ('waiting', 'measuring', 'ready')`.execute(tx);
}

/** Returns the ids of runs without a sign of life, with the number of attempts; ends those that waited too long to be taken over. */
export async function silentRuns(db: Db): Promise<{ id: string; attempts: number }[]> {
  await sql`update sync_runs set state = 'cancelled', ended_at = now()
    where state = 'ready' and beat_at < ${ago(syncReadyMs)}`.execute(db);
  return await rowsOf<{ id: string; attempts: number }>(db)`
    select id, attempts from sync_runs
     where state in ('waiting', 'measuring') and beat_at < ${ago(syncSilenceMs)}`;
}
