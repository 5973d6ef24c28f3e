import type { Cursor, PullReply, WireEvent } from '#domain/protocol/sync.ts';
import type { Person } from '#domain/users.ts';
import type { Db } from '../../server/store/system/database.ts';
import { pull, pullText } from '../../server/store/sync/pull.ts';

/** The next page as a device reads it; throws where there is none to read. */
export async function pullPage(
  db: Db,
  person: Person,
  cursor: Cursor,
  limit: number,
): Promise<{ events: WireEvent[]; next: Cursor; more: boolean }> {
  const reply = JSON.parse(pullText(await pull(db, person, cursor, limit))) as PullReply;
  if (!('events' in reply)) throw new Error(JSON.stringify(reply));
  return reply;
}
