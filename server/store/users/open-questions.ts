import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { serverLimits } from '#domain/server-limits.ts';
import { networkHashOf } from './sign-ups.ts';
import type { Db, Tx } from '../system/db.ts';

/** Questions of guests: counts by device and network within a day. */

/** The guest who asks. */
export interface Asker {
  /** The fingerprint, which is only a claim. */
  device: string;
  address: string;
}

/**
 * Counts one question, unless this device or network has none left.
 * @returns how many the device has used, or how long to wait for the next
 */
export async function countOpenQuestion(
  tx: Tx,
  { device, address }: Asker,
): Promise<{ used: number } | { waitMs: number }> {
  const place = networkHashOf(address);
  const mark = createHash('sha256').update(device).digest();
  // Serialized, so that concurrent questions are counted: the network first, then the device.
  for (const key of [place, mark]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(encode(${key}, 'hex'), 6))`.execute(tx);
  }
  const used = await usedBy(tx, 'device', mark, serverLimits.openQuestionsPerDevice);
  const ofPlace = await usedBy(tx, 'place', place, serverLimits.openQuestionsPerNetwork);
  const waitMs = Math.max(used.waitMs, ofPlace.waitMs);
  if (waitMs > 0) return { waitMs };
  await sql`insert into open_questions (device, place) values (${mark}, ${place})`.execute(tx);
  return { used: used.count + 1 };
}

/** Returns how many questions a device has used. Nothing is counted. */
export async function openQuestionsOf(tx: Tx, { device }: Pick<Asker, 'device'>): Promise<{ used: number }> {
  const mark = createHash('sha256').update(device).digest();
  return { used: (await usedBy(tx, 'device', mark, serverLimits.openQuestionsPerDevice)).count };
}

/** Returns the number of questions that count, and how long until there is one fewer if the limit is reached. */
async function usedBy(
  tx: Tx,
  column: 'device' | 'place',
  key: Buffer,
  limit: number,
): Promise<{ count: number; waitMs: number }> {
  const { rows } = await sql<{ count: number; waitMs: number }>`
    select count(*)::int as count,
           coalesce(ceil(extract(epoch from min(asked_at) + interval '1 day' - now()) * 1000), 0)::int as "waitMs"
      from (select asked_at from open_questions
             where ${sql.ref(column)} = ${key} and asked_at > now() - interval '1 day'
             order by asked_at desc limit ${limit}) newest`.execute(tx);
  const { count = 0, waitMs = 0 } = rows[0] ?? {};
  return { count, waitMs: count < limit ? 0 : Math.max(1, waitMs) };
}

/** Deletes questions that no limit counts any more. */
export async function deleteOldOpenQuestions(db: Db): Promise<number> {
  const done = await sql`delete from open_questions where asked_at < now() - interval '1 day'`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}
