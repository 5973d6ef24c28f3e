import { sql } from 'kysely';
import { countWritten, type Db, firstRow, type Tx } from '../../database/db.ts';

/**
 * Idempotency keys of writes that are not commands, each with its reply. The table is named after its first use,
 * payments.
 */

export type Taken = 'new' | 'other' | { reply: unknown };

/**
 * Takes a key for a write. A second transaction with the same key waits until the first has ended.
 * @returns 'new': proceed; 'other': the key was used for another write or by another user; otherwise the stored reply,
 *   null while there is none
 */
export async function takeKey(tx: Tx, key: string, actor: string, hash: Buffer): Promise<Taken> {
  const taken = await countWritten(tx)`insert into paying_keys (key, actor, hash) values (${key}, ${actor}, ${hash})
    on conflict do nothing`;
  if (taken === 1) return 'new';
  const row = await firstRow<{ same: boolean; reply: unknown }>(tx)`
    select actor = ${actor} and hash = ${hash} as same, reply from paying_keys where key = ${key}`;
  return row?.same === true ? { reply: row.reply } : 'other';
}

/** Stores the reply to the write of this key. */
export async function keepReply(db: Db | Tx, key: string, reply: unknown): Promise<void> {
  await sql`update paying_keys set reply = ${JSON.stringify(reply)}::jsonb where key = ${key}`.execute(db);
}

/** Forgets a key with its reply: a repeat is a new write. */
export async function forgetKey(tx: Tx, key: string): Promise<void> {
  await sql`delete from paying_keys where key = ${key}`.execute(tx);
}

/** Deletes keys used more than this many days ago. @returns their number */
export async function forgetOldKeys(db: Db, days: number): Promise<number> {
  return await countWritten(db)`delete from paying_keys where created_at < now() - ${days} * interval '1 day'`;
}

/** Deletes the keys, with their replies, of questions that this actor asked the assistant more than a day ago. */
export async function forgetAnswersTo(db: Db, actor: string): Promise<void> {
  await sql`delete from paying_keys
    where actor = ${actor} and created_at < now() - interval '1 day' and reply ? 'answer'`.execute(db);
}
