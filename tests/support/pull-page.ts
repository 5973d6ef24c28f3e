import type { Cursor, PullReply, WireEvent } from '#domain/spine/wire/sync.ts';
import type { User } from '#domain/account/users.ts';
import { pull, pullText } from '../../server/spine/log/pull.ts';
import type { Db } from '../../server/database/db.ts';

/** Returns the next page of a pull as a device reads it; throws when the reply is not a page. */
export async function pullPage(
  db: Db,
  user: User,
  cursor: Cursor,
  limit: number,
): Promise<{ events: WireEvent[]; next: Cursor; more: boolean }> {
  const reply = JSON.parse(pullText(await pull(db, user, cursor, limit))) as PullReply;
  if (!('events' in reply)) throw new Error(JSON.stringify(reply));
  return reply;
}
