import { sql } from 'kysely';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db, Tx } from './db.ts';

/** Queues a job, in a transaction together with its other effects. It is retried `jobTries` times with growing pauses. */
export async function queueJob(db: Db | Tx, task: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
    max_attempts := ${serverLimits.jobTries})`.execute(db);
}
