import { sql } from 'kysely';
import { isActive } from '../system/active-users.ts';
import type { Db } from '../system/db.ts';

/** Returns the reviewed orders whose price is no longer binding, with their owners; not of accounts that are gone. */
export async function ordersPastQuote(db: Db): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    select o.id, o.owner_id as "ownerId" from orders o join users u on u.id = o.owner_id and ${isActive('u')}
     where o.status = 'reviewed' and (o.data #>> '{quote,validUntil}')::timestamptz <= now()
     order by o.id`.execute(db);
  return rows;
}
