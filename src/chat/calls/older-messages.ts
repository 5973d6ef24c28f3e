import { aliasesOf } from '../../db/meta.ts';
import { newestMessages } from '../../db/message-records.ts';
import type { UserDb } from '../../db/schema.ts';
import { applyHistory } from '../../db/snapshot.ts';
import type { Api } from '../../net/http.ts';
import { historyBefore } from './rooms.ts';

/** Fetches the messages of a room before the oldest one on this device, unless all are here. */
export async function loadOlder(db: UserDb, api: Api, roomId: string): Promise<void> {
  const { id, before, complete } = await db.transaction('r!', [db.meta, db.windows, db.messages], async () => {
    const known = (await aliasesOf(db)).get(roomId) ?? roomId;
    const range = await db.windows.get(known);
    const oldest = range?.from ?? (await newestMessages(db, known, 1)).at(-1)?.sseq;
    return { id: known, before: oldest, complete: range?.complete === true };
  });
  if (before === undefined || complete) return;
  await applyHistory(db, id, before, await historyBefore(api, id, before));
}
