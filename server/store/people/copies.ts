import { sql } from 'kysely';
import type { CopyReply } from '#domain/protocol/own.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { Db, Tx } from '../system/database.ts';
import { ago, asWire, fromNow } from '../system/moments.ts';

/** Which copies of their data people have asked for, and how far they are. */

/** Begins a copy, unless one is being made. @returns false when one is */
export async function beginCopy(tx: Tx, userId: string, id: string): Promise<boolean> {
  const done = await sql`insert into copies (id, user_id) values (${id}, ${userId}) on conflict do nothing`.execute(tx);
  return Number(done.numAffectedRows ?? 0) === 1;
}

/** The newest copies of somebody, newest first. */
export async function copiesOf(db: Db | Tx, userId: string): Promise<Omit<CopyReply, 'url'>[]> {
  const { rows } = await sql<Omit<CopyReply, 'url'>>`
    select id, ${asWire('asked_at')} as asked_at, ${asWire('until')} as until, size,
           case when ended_at is not null or until <= now() then 'gone' when until is null then 'making' else 'ready' end as state
      from copies where user_id = ${userId} order by copies.asked_at desc, id limit 5`.execute(db);
  return rows;
}

/** The size of a copy that can be fetched; undefined for anybody else's, and for one that is not there. */
export async function readyCopy(db: Db, userId: string, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ size: number }>`
    select size from copies where id = ${id} and user_id = ${userId} and until > now() and ended_at is null`.execute(
    db,
  );
  return rows[0]?.size;
}

/** Whose copy this is, while it is still to be made. */
export async function copyToMake(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from copies where id = ${id} and until is null and ended_at is null`.execute(db);
  return rows[0]?.user_id;
}

/** The bytes are there. @returns false when nobody may fetch them any more: the account has ended meanwhile */
export async function finishCopy(tx: Tx, id: string, size: number): Promise<boolean> {
  const done = await sql`update copies c set size = ${size}, until = ${fromNow(serverLimits.copyKeptMs)}
    from users u where c.id = ${id} and c.ended_at is null
     and u.id = c.user_id and u.disabled_at is null and u.status <> 'DEACTIVATED'`.execute(tx);
  return Number(done.numAffectedRows ?? 0) === 1;
}

/** Copies whose bytes are to be deleted: their time is over, their making was given up, or their account has ended. */
export async function copiesToEnd(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from copies c join users u on u.id = c.user_id
     where c.ended_at is null and (c.until <= now() or u.disabled_at is not null
       or (c.until is null and c.asked_at < ${ago(serverLimits.copyMadeWithinMs)}))`.execute(db);
  return rows.map(({ id }) => id);
}

export async function endCopy(db: Db, id: string): Promise<void> {
  await sql`update copies set ended_at = now() where id = ${id}`.execute(db);
}

/** Forgets copies that ended long ago. */
export async function forgetCopies(db: Db): Promise<void> {
  await sql`delete from copies where ended_at < ${ago(serverLimits.copyListedMs)}`.execute(db);
}
