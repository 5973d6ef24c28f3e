import { pageRowsOf } from './message-records.ts';
import type { UserDb } from './schema.ts';

/** The rows of one stream: a room or an order. */

/** Returns the id in a stream's name, after the colon. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf(':') + 1);
}

/** Removes a stream's rows from this device. Call inside a transaction over `confirmedTables`. */
export async function removeStream(db: UserDb, stream: string): Promise<void> {
  const id = idOf(stream);
  await db.orders.delete(id);
  await db.rooms.delete(id);
  await db.windows.delete(id);
  await pageRowsOf(db, id).delete();
}
