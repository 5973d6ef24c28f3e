import { sql } from 'kysely';
import type { Db, Tx } from '../system/database.ts';

/** The Idempotency-Keys of writes that are no commands, each with its answer. The first were about paying: hence the table's name. */

export type Taken = 'new' | 'other' | { reply: unknown };

/**
 * Takes a key for a write; a second transaction with the same key waits here until the first one has ended.
 * @returns new: go on; other: it was used for something else, or by somebody else; else its answer, null while there is none
 */
export async function takeKey(tx: Tx, key: string, actor: string, hash: Buffer): Promise<Taken> {
  const taken = await sql`insert into paying_keys (key, actor, hash) values (${key}, ${actor}, ${hash})
    on conflict do nothing`.execute(tx);
  if (Number(taken.numAffectedRows ?? 0) === 1) return 'new';
  const { rows } = await sql<{ same: boolean; reply: unknown }>`
    select actor = ${actor} and hash = ${hash} as same, reply from paying_keys where key = ${key}`.execute(tx);
  const [row] = rows;
  return row?.same === true ? { reply: row.reply } : 'other';
}

export async function keepReply(db: Db | Tx, key: string, reply: unknown): Promise<void> {
  await sql`update paying_keys set reply = ${JSON.stringify(reply)}::jsonb where key = ${key}`.execute(db);
}

export async function forgetOldKeys(db: Db, days: number): Promise<number> {
  const done = await sql`delete from paying_keys where created_at < now() - ${days} * interval '1 day'`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}
