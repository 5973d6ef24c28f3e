import { sql } from 'kysely';
import { eventTypes } from '#domain/events.ts';
import type { Db } from '../system/database.ts';

/** How far back the newest events are looked through, by number, which costs little. */
const looked = 5000;

/** Events among the newest that this version does not know and no fold takes, by type: how many, and the first of them. */
export async function unknownEvents(db: Db): Promise<{ type: string; count: number; seq: number }[]> {
  const { rows } = await sql<{ type: string; count: number; seq: number }>`
    select type, count(*)::integer as count, min(seq) as seq
      from (select type, seq from events order by seq desc limit ${looked}) e
      where type <> all(${[...eventTypes]}::text[]) group by type order by type`.execute(db);
  return rows;
}
