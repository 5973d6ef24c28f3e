import type { Side } from '#domain/chat.ts';
import type { UserDb } from './schema.ts';

/**
 * Stores the position up to which one side's devices have received a room's messages. It never moves back. Rooms that
 * are not on this device are ignored.
 */
export async function keepDelivered(db: UserDb, roomId: string, side: Side, upTo: number): Promise<void> {
  await db.transaction('rw!', db.windows, async () => {
    const range = await db.windows.get(roomId);
    const known = range?.delivered ?? { user: 0, support: 0 };
    if (range === undefined || known[side] >= upTo) return;
    await db.windows.put({ ...range, delivered: { ...known, [side]: upTo } });
  });
}
