import { sql } from 'kysely';
import { appendEvent } from '../../../server/spine/log/append-event.ts';
import { lockStreams } from '../../../server/spine/log/reading.ts';
import type { Db } from '../../../server/database/db.ts';

/** Adds a user to a room in one transaction, as a command of the server would. */
export async function joinRoom(db: Db, roomId: string, userId: string): Promise<void> {
  const stream = `user:${userId}`;
  await db.transaction().execute(async (tx) => {
    await lockStreams(tx, [`room:${roomId}`, stream]);
    const { rows } = await sql<{ sseq: number }>`select sseq from streams where stream = ${stream}`.execute(tx);
    const data = { roomId, userId, side: 'support' } as const;
    const about = { stream, position: rows[0]?.sseq ?? 0, actorId: userId, staff: false };
    await appendEvent(tx, { ...about, type: 'member.added', data }, () => [
      sql`insert into room_members (room_id, user_id, side) values (${roomId}, ${userId}, 'support') on conflict do nothing`,
    ]);
  });
}
