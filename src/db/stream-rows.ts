import { pagesOf } from './message-pages.ts';
import type { UserDb } from './schema.ts';

/** The rows that stand for one stream, a room or an order. */

/** The id after the colon of a stream's name. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf(':') + 1);
}

/** Takes a stream's rows off this device. Call inside a transaction that covers `confirmedTables`. */
export async function removeStream(db: UserDb, stream: string): Promise<void> {
  const id = idOf(stream);
  await db.orders.delete(id);
  await db.rooms.delete(id);
  await db.windows.delete(id);
  await db.messages
    .where(':id')
    .between(...pagesOf(id), true, true)
    .delete();
}
