import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { networkHashOf } from '../../ground/network.ts';
import { countWritten, type Db, firstRow, type Tx } from '../../database/db.ts';

/** Questions per day from guests. */
export const openQuestionsPerDevice = 5;
export const openQuestionsPerNetwork = 20;
/** Beside them per day: small talk, and questions that got no answer. */
export const openTalkPerDevice = 20;
const openTalkPerNetwork = 80;

/** Questions of guests: counts by device and network within a day. */

/** The guest who asks. */
export interface Asker {
  /** The fingerprint, which is only a claim. */
  device: string;
  address: string;
}

/** Questions that a guest has left of a day. */
export interface OpenAllowance {
  /** Questions that the device has used. */
  used: number;
  /** Time in ms until the next question; 0 while one is left. */
  waitMs: number;
  /** Whether small talk uses up no question. */
  hasTalk: boolean;
}

/**
 * Returns what a guest has left. Until the transaction ends, no other question of this device or network is counted.
 */
export async function openAllowance(tx: Tx, asker: Asker): Promise<OpenAllowance> {
  const { place, device } = marksOf(asker);
  // Serialized, so that concurrent questions are counted: the network first, then the device.
  for (const key of [place, device]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(encode(${key}, 'hex'), 6))`.execute(tx);
  }
  const used = await usedBy(tx, 'device', device, false, openQuestionsPerDevice);
  const ofPlace = await usedBy(tx, 'place', place, false, openQuestionsPerNetwork);
  const talk = await usedBy(tx, 'device', device, true, openTalkPerDevice);
  const talkOfPlace = await usedBy(tx, 'place', place, true, openTalkPerNetwork);
  return {
    used: used.count,
    waitMs: Math.max(used.waitMs, ofPlace.waitMs),
    hasTalk: talk.waitMs === 0 && talkOfPlace.waitMs === 0,
  };
}

/** Counts a question, or small talk. */
export async function countOpen(tx: Tx, asker: Asker, isTalk: boolean): Promise<void> {
  const { place, device } = marksOf(asker);
  await sql`insert into open_questions (device, place, is_talk) values (${device}, ${place}, ${isTalk})`.execute(tx);
}

/** Returns how many questions a device has used. Nothing is counted. */
export async function openQuestionsOf(tx: Tx, asker: Asker): Promise<number> {
  const { device } = marksOf(asker);
  return (await usedBy(tx, 'device', device, false, openQuestionsPerDevice)).count;
}

function marksOf({ device, address }: Asker): { device: Buffer; place: Buffer } {
  return { device: createHash('sha256').update(device).digest(), place: networkHashOf(address) };
}

/** Returns the number of questions, or of small talk, that counts, and how long until there is one fewer if the limit is reached. */
async function usedBy(
  tx: Tx,
  column: 'device' | 'place',
  key: Buffer,
  isTalk: boolean,
  limit: number,
): Promise<{ count: number; waitMs: number }> {
  const row = await firstRow<{ count: number; waitMs: number }>(tx)`
    select count(*)::int as count,
           coalesce(ceil(extract(epoch from min(asked_at) + interval '1 day' - now()) * 1000), 0)::int as "waitMs"
      from (select asked_at from open_questions
             where ${sql.ref(column)} = ${key} and is_talk = ${isTalk} and asked_at > now() - interval '1 day'
             order by asked_at desc limit ${limit}) newest`;
  const { count = 0, waitMs = 0 } = row ?? {};
  return { count, waitMs: count < limit ? 0 : Math.max(1, waitMs) };
}

/** Deletes questions that no limit counts any more. */
export async function deleteOldOpenQuestions(db: Db): Promise<number> {
  return await countWritten(db)`delete from open_questions where asked_at < now() - interval '1 day'`;
}
