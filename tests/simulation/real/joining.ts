import { sql } from 'kysely';
import { lockStreams } from '../../../server/spine/log/load-work.ts';
import { saveWork, textOf } from '../../../server/spine/log/save-work.ts';
import type { Db } from '../../../server/database/db.ts';

/** Adds a user to a room in one transaction, as a command of the server would. */
export async function joinRoom(db: Db, roomId: string, userId: string): Promise<void> {
  const stream = `user:${userId}`;
  await db.transaction().execute(async (tx) => {
    await lockStreams(tx, [`room:${roomId}`, stream]);
    const { rows } = await sql<{ sseq: number }>`select sseq from streams where stream = ${stream}`.execute(tx);
    const member = { roomId, userId, side: 'support' } as const;
    const fact = { type: 'member.added', data: member };
    const event = { stream, ...fact, text: textOf(fact), v: 1, cmdId: null, staff: false };
    await saveWork(tx, {
      ...nothing,
      actorId: userId,
      members: [member],
      events: [{ ...event, sseq: (rows[0]?.sseq ?? 0) + 1 }],
    });
  });
}

const nothing = {
  rooms: [],
  removedMembers: [],
  aliases: [],
  redactions: [],
  messages: [],
  orders: [],
  invoices: [],
  deskWrites: [],
  reports: [],
  attachments: [],
  countedQuestions: 0,
  companyId: null,
  quotaUsage: [],
  results: [],
};
