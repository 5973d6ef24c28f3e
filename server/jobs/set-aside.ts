import { sql } from 'kysely';
import { codeOf, isOutage } from '../database/outage.ts';
import { type Db, rowsOf } from '../database/db.ts';

/** An item that a job could not process, and why: the name or code of the error, never its content. */
export interface SetAside {
  item: string;
  reason: string;
}

/**
 * Processes each item independently of the others. Failed items are set aside and tried again the next time the job
 * runs.
 * @returns the number of processed items
 * @throws when the database is unavailable, because then the failure says nothing about an item
 */
export async function eachApart<T>(
  db: Db,
  job: string,
  things: readonly T[],
  nameOf: (thing: T) => string,
  work: (thing: T) => Promise<void>,
): Promise<number> {
  const left: SetAside[] = [];
  for (const thing of things) {
    try {
      await work(thing);
    } catch (error) {
      if (isOutage(error)) throw error;
      left.push({ item: nameOf(thing), reason: reasonOf(error) });
    }
  }
  await keepSetAside(db, job, left);
  return things.length - left.length;
}

/** Stores what a job has set aside in this run, replacing the previous list. */
export async function keepSetAside(db: Db, job: string, left: readonly SetAside[]): Promise<void> {
  const items = left.map(({ item }) => item);
  await sql`delete from set_aside where job = ${job} and item <> all(${items}::text[])`.execute(db);
  if (left.length === 0) return;
  await sql`insert into set_aside (job, item, reason)
    select ${job}, item, reason from json_to_recordset(${JSON.stringify(left)}::json) as l (item text, reason text)
    on conflict (job, item) do update set reason = excluded.reason`.execute(db);
}

/** Returns items that have not been reported yet, and marks them as reported. */
export async function takeUnreported(db: Db): Promise<(SetAside & { job: string })[]> {
  return await rowsOf<SetAside & { job: string }>(db)`
    update set_aside set told = true where not told returning job, item, reason`;
}

/** Returns the number of items each job has set aside. */
export async function setAsideByJob(db: Db): Promise<{ job: string; count: number }[]> {
  return await rowsOf<{ job: string; count: number }>(db)`
    select job, count(*)::integer as count from set_aside group by job order by job`;
}

function reasonOf(error: unknown): string {
  return codeOf(error) || (error instanceof Error ? error.name : 'unknown');
}
