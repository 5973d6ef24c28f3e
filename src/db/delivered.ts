import type { Side } from '#domain/chat.ts';
import type { UserDb } from './schema.ts';

/** Keeps up to which place a side's devices have a room's messages; a lower place than the known one changes nothing. */
export async function keepDelivered(db: UserDb, roomId: string, side: Side, upTo: number): Promise<void> {
  await db.transaction('rw!', db.windows, async () => {
    const window = await db.windows.get(roomId);
    const known = window?.delivered ?? { user: 0, support: 0 };
    if (window === undefined || known[side] >= upTo) return;
    await db.windows.put({ ...window, delivered: { ...known, [side]: upTo } });
  });
}
