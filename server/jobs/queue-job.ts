import { sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';

const jobTries = 12;

interface JobOptions {
  /** Jobs of one queue run one after another; without a queue, in any order. */
  queue?: string;
  /** A job replaces a waiting one with the same key. */
  key?: string | undefined;
  tries?: number;
  /** Time in ms before which it is not started. */
  afterMs?: number;
}

/** Queues a job, in a transaction together with its other effects. It is retried with growing pauses. */
export async function queueJob(
  db: Db | Tx,
  task: string,
  payload: object,
  { queue, key, tries = jobTries, afterMs = 0 }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, queue_name := ${queue ?? null},
    max_attempts := ${tries}, job_key := ${key ?? null},
    run_at := now() + ${afterMs} * interval '1 millisecond')`.execute(db);
}

/** A job with the usual options. */
export interface NewJob {
  task: string;
  payload: object;
}

/** Returns the statement that queues these jobs. */
export function queueingJobs(jobs: readonly NewJob[]) {
  return sql`select graphile_worker.add_job(j.task, j.payload, max_attempts := ${jobTries})
    from json_to_recordset(${JSON.stringify(jobs)}::json) as j (task text, payload json)`;
}
