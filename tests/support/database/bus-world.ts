import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Message, Room } from '#domain/chat/chat.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import type { IncomingCommand } from '../../../server/spine/bus/parse.ts';
import { roomOf } from '../../../server/chat/store/rooms.ts';
import { freshDatabase } from './cluster.ts';
import { busOn, newId, somebody, wish } from '../users.ts';

/**
 * Creates a command bus with its own database, an engineer and an expert who send commands, and functions that read
 * what was written.
 */
export async function busWorld(knowledge: KnowledgeEntry[] = []) {
  const { db, url, close } = await freshDatabase();
  const bus = await busOn(db, knowledge);
  const engineer = await somebody(db, 'engineer');
  const expert = await somebody(db, 'expert');

  const send = (user: User, ...commands: IncomingCommand[]): Promise<PushResult[]> =>
    bus.executeCommands(user.id, commands);

  /** Runs one command and returns its result. */
  async function one(user: User, command: IncomingCommand): Promise<PushResult> {
    const [result] = await send(user, command);
    if (result === undefined) throw new Error('no result');
    return result;
  }

  return {
    db,
    url,
    close,
    engineer,
    expert,
    send,
    one,
    /** Opens a room and returns its id. */
    async openRoom(user: User, type: number, more: object = {}): Promise<string> {
      const roomId = newId();
      const result = await one(user, wish('room.open', { roomId, type, ...more }));
      expect(result).toMatchObject({ s: 'ok' });
      const out = 'out' in result ? result.out : undefined;
      if (typeof out !== 'object' || out === null || !('canonicalRoomId' in out)) throw new Error('no room was opened');
      return String(out.canonicalRoomId);
    },
    async room(id: string): Promise<Room> {
      const found = await roomOf(db, id);
      if (found === undefined) throw new Error('no room');
      return found.room;
    },
    async messages(roomId: string): Promise<Message[]> {
      const { rows } = await sql<{
        data: Message;
      }>`select data from messages where room_id = ${roomId} order by sseq`.execute(db);
      return rows.map((row) => row.data);
    },
    async order(id: string): Promise<Order> {
      const { rows } = await sql<{ data: Order }>`select data from orders where id = ${id}`.execute(db);
      const found = rows[0]?.data;
      if (found === undefined) throw new Error('no order');
      return found;
    },
    async countEvents(stream: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`select count(*) as n from events where stream = ${stream}`.execute(db);
      return rows[0]?.n ?? 0;
    },
  };
}

/** A change of an order field by a user who last saw the version `base`. */
export const change = (path: string, value: unknown, base: string | null) => ({ path, value, base });

export function patch(orderId: string, ...changes: object[]): IncomingCommand {
  return wish('order.patch', { orderId, changes });
}

/** A message command. */
export function say(roomId: string, content: string, files: object[] = []): IncomingCommand {
  return wish('chat.send', { roomId, content, files });
}
