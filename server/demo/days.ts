import { sql } from 'kysely';
import type { Db } from '../store/system/db.ts';

/**
 * Spreads the demo's events, written within a second, over the days they are meant for. Log, messages and rooms change
 * together in one transaction, before any client has seen them.
 */
export async function spreadOverDays(db: Db, rooms: { roomId: string; daysAgo: number }[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { roomId, daysAgo } of rooms) {
      const stream = `room:${roomId}`;
      const at = sql`to_jsonb(to_char((now() - ${daysAgo} * interval '1 day' * (1 - sseq::float8 / newest)) at time zone 'utc',
                                      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;
      const newest = sql`(select sseq as newest from streams where stream = ${stream}) n`;
      await sql`update events set data = jsonb_set(data::jsonb, '{message,createdAt}', ${at})::json from ${newest}
                 where events.stream = ${stream} and type in ('message.sent', 'answer.finished')`.execute(tx);
      await sql`update events set data = jsonb_set(data::jsonb, '{room,createdAt}', ${at})::json from ${newest}
                 where events.stream = ${stream} and type = 'room.opened'`.execute(tx);
      await sql`update messages set data = jsonb_set(data::jsonb, '{createdAt}', ${at})::json from ${newest} where room_id = ${roomId}`.execute(
        tx,
      );
      await sql`
        update rooms set data = jsonb_set(jsonb_set(data, '{createdAt}', o.at), '{last,at}', l.at)
          from (select (data -> 'room' -> 'createdAt')::jsonb as at from events where stream = ${stream} and type = 'room.opened') o,
               (select (data -> 'createdAt')::jsonb as at from messages where room_id = ${roomId} order by sseq desc limit 1) l
         where id = ${roomId}`.execute(tx);
    }
  });
}
