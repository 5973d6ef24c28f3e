import { eventTypes } from '#domain/spine/events.ts';
import { type Db, rowsOf } from '../../database/db.ts';

/** Number of newest events to look through, by sequence number, which is cheap. */
const looked = 5000;

/**
 * Returns the event types among the newest events that this version has no fold for, with their count and first
 * sequence number.
 */
export async function unknownEvents(db: Db): Promise<{ type: string; count: number; seq: number }[]> {
  return await rowsOf<{ type: string; count: number; seq: number }>(db)`
    select type, count(*)::integer as count, min(seq) as seq
      from (select type, seq from events order by seq desc limit ${looked}) e
      where type <> all(${[...eventTypes]}::text[]) group by type order by type`;
}
