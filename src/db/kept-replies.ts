import type { UserDb } from './schema.ts';

/** Last replies of the server that pages show offline. They are deleted when the user signs out. */

/** A reply and when it was received, by the device's clock in ms since 1970. */
export interface KeptReply<T = unknown> {
  value: T;
  at: number;
}

export const keptReplyPrefix = 'reply:';

/** Returns the last reply; undefined while there is none. */
export async function keptReply<T>(db: UserDb, name: string): Promise<KeptReply<T> | undefined> {
  const row = await db.transaction('r!', db.meta, async () => db.meta.get(keptReplyPrefix + name));
  return row?.value as KeptReply<T> | undefined;
}

/** Keeps a reply in place of an earlier one. */
export async function keepReply(db: UserDb, name: string, reply: KeptReply): Promise<void> {
  await db.transaction('rw!', db.meta, async () => db.meta.put({ key: keptReplyPrefix + name, value: reply }));
}
