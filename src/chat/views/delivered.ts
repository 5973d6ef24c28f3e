import type { Side } from '#domain/account/room-types.ts';
import type { UserDb } from '../../db/schema.ts';

/** Position up to which one side's devices have received a room's messages. */
interface DeliveryMark {
  roomId: string;
  side: Side;
  upTo: number;
}

/** Time in ms in which marks are gathered. The ticks on the screen do not wait: they are shown from memory. */
const gatheredMs = 1000;

/**
 * Stores delivery marks, gathered for a second: each would be a transaction of its own beside that of its message.
 * Those of the last second are lost with the page; the next one of the room, or a snapshot, brings them again.
 */
export function deliveryMarks(db: UserDb): (roomId: string, side: Side, upTo: number) => void {
  const gathered = new Map<string, DeliveryMark>();
  return (roomId, side, upTo) => {
    const key = `${side}:${roomId}`;
    const known = gathered.get(key);
    if (known !== undefined && known.upTo >= upTo) return;
    if (gathered.size === 0) setTimeout(store, gatheredMs);
    gathered.set(key, { roomId, side, upTo });
  };

  function store(): void {
    const marks = [...gathered.values()];
    gathered.clear();
    // Fails on a full disk, or when the page is left; a later mark updates the ticks.
    keepDelivered(db, marks).catch(() => undefined);
  }
}

/** Stores marks. They never move back. Rooms that are not on this device are ignored. */
export async function keepDelivered(db: UserDb, marks: readonly DeliveryMark[]): Promise<void> {
  await db.transaction('rw!', db.windows, async () => {
    const ids = [...new Set(marks.map(({ roomId }) => roomId))];
    const rows = new Map(
      (await db.windows.bulkGet(ids)).flatMap((row) => (row === undefined ? [] : [[row.roomId, row]])),
    );
    const changed = new Set<string>();
    for (const { roomId, side, upTo } of marks) {
      const range = rows.get(roomId);
      const known = range?.delivered ?? { user: 0, support: 0 };
      if (range === undefined || known[side] >= upTo) continue;
      rows.set(roomId, { ...range, delivered: { ...known, [side]: upTo } });
      changed.add(roomId);
    }
    if (changed.size > 0) await db.windows.bulkPut([...rows.values()].filter(({ roomId }) => changed.has(roomId)));
  });
}
