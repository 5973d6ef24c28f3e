import { sql } from 'kysely';
import type { CopyReply } from '#domain/spine/wire/own.ts';
import { ago, asWire, fromNow } from '../../database/moments.ts';
import { countWritten, type Db, firstValue, rowsOf, type Tx, valuesOf } from '../../database/db.ts';
import { isActive } from '../../session/active-users.ts';
import { DAY } from '#domain/ground/units.ts';

export const copyKeptMs = 7 * DAY;
const copyMadeWithinMs = 1 * DAY;
const copyListedMs = 30 * DAY;

/** Users' requests for a copy of their data, and their state. */

/** Begins a copy. @returns false when one is already being made */
export async function beginCopy(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (
    (await countWritten(tx)`insert into copies (id, user_id) values (${id}, ${userId}) on conflict do nothing`) === 1
  );
}

/** Returns all copies of a user, newest first: two a day at most, each deleted thirty days after its end. */
export async function copiesOf(db: Db | Tx, userId: string): Promise<Omit<CopyReply, 'url'>[]> {
  return await rowsOf<Omit<CopyReply, 'url'>>(db)`
    select id, ${asWire('asked_at')} as asked_at, ${asWire('until')} as until, size,
           case when ended_at is not null or until <= now() then 'gone' when until is null then 'making' else 'ready' end as state
      from copies where user_id = ${userId} order by copies.asked_at desc, id`;
}

/** Returns the size of a finished copy; undefined for another user's copy or one that does not exist. */
export async function readyCopy(db: Db, userId: string, id: string): Promise<number | undefined> {
  return await firstValue<number>(db)`
    select size from copies where id = ${id} and user_id = ${userId} and until > now() and ended_at is null`;
}

/** Returns the user of a copy that is still to be made. */
export async function copyToMake(db: Db, id: string): Promise<string | undefined> {
  return await firstValue<string>(db)`
    select user_id from copies where id = ${id} and until is null and ended_at is null`;
}

/** Marks a copy as finished. @returns false when the account has been closed in the meantime */
export async function finishCopy(tx: Tx, id: string, size: number): Promise<boolean> {
  return (
    (await countWritten(tx)`update copies c set size = ${size}, until = ${fromNow(copyKeptMs)}
    from users u where c.id = ${id} and c.ended_at is null
     and u.id = c.user_id and ${isActive('u')}`) === 1
  );
}

/** Returns copies whose bytes must be deleted: expired, abandoned, or of a closed account. */
export async function copiesToEnd(db: Db): Promise<string[]> {
  return await valuesOf<string>(db)`
    select c.id from copies c join users u on u.id = c.user_id
     where c.ended_at is null and (c.until <= now() or u.disabled_at is not null
       or (c.until is null and c.asked_at < ${ago(copyMadeWithinMs)}))`;
}

/** Records that the file of a copy is deleted. */
export async function endCopy(db: Db, id: string): Promise<void> {
  await sql`update copies set ended_at = now() where id = ${id}`.execute(db);
}

/** Deletes records of copies that ended long ago. */
export async function forgetCopies(db: Db): Promise<void> {
  await sql`delete from copies where ended_at < ${ago(copyListedMs)}`.execute(db);
}
