import type { UserDb } from './schema.ts';

/** Last replies of the server that pages show offline. They are deleted when the user signs out. */

/** A reply and when it was received, by the device's clock in ms since 1970. */
export interface KeptReply<T = unknown> {
  value: T;
  at: number;
}

export const keptReplyPrefix = 'reply:';

/** Maximum number of replies on a device: lists and opened orders of staff have no end. */
const mostKept = 300;

/** Returns the last reply; undefined while there is none. */
export async function keptReply<T>(db: UserDb, name: string): Promise<KeptReply<T> | undefined> {
  const row = await db.transaction('r!', db.meta, async () => db.meta.get(keptReplyPrefix + name));
  return row?.value as KeptReply<T> | undefined;
}

/** Keeps a reply in place of an earlier one. When there are too many, the older half goes. */
export async function keepReply(db: UserDb, name: string, reply: KeptReply): Promise<void> {
  await db.transaction('rw!', db.meta, async () => {
    await db.meta.put({ key: keptReplyPrefix + name, value: reply });
    if ((await repliesIn(db, '').count()) <= mostKept) return;
    const rows = await repliesIn(db, '').toArray();
    const byAge = rows.map(({ key, value }) => ({ key, at: (value as KeptReply).at })).sort((a, b) => a.at - b.at);
    await db.meta.bulkDelete(byAge.slice(0, byAge.length - mostKept / 2).map(({ key }) => key));
  });
}

/** Returns the replies whose names begin with this, oldest first. */
export async function keptReplies<T>(db: UserDb, beginning: string): Promise<KeptReply<T>[]> {
  const rows = await db.transaction('r!', db.meta, async () => repliesIn(db, beginning).toArray());
  return rows.map(({ value }) => value as KeptReply<T>).sort((a, b) => a.at - b.at);
}

/** Call inside a transaction over `meta`. */
function repliesIn(db: UserDb, beginning: string) {
  return db.meta.where('key').startsWith(keptReplyPrefix + beginning);
}
