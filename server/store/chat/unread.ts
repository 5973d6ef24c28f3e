import { sql } from 'kysely';
import { isStaff } from '#domain/permissions.ts';
import type { Person } from '#domain/users.ts';
import type { Db, Tx } from '../system/database.ts';

/** How many messages wait for this person in each room of experts, orders and results; rooms without any are left out. */
export async function unreadByRoom(
  db: Db | Tx,
  person: Person,
  rooms: readonly number[] = [5, 6, 7],
): Promise<{ roomId: string; unreadCount: number }[]> {
  const { rows } = await sql<{ roomId: string; unreadCount: number }>`
    select id as "roomId", n as "unreadCount"
    from (
      select r.id, jsonb_array_length(r.data -> 'unread' -> m.side) as n
      from room_members m join rooms r on r.id = m.room_id where m.user_id = ${person.id} and r.type = any(${rooms}::smallint[])
      union all
      select r.id, jsonb_array_length(r.data -> 'unread' -> 'support')
      from rooms r where ${isStaff(person)} and r.type = any(${rooms}::smallint[]) and r.status = 'open'
        and not exists (select from room_members m where m.room_id = r.id and m.user_id = ${person.id})
    ) unread
    where n > 0`.execute(db);
  return rows;
}
