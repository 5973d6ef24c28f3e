import { readMeta, storeMeta } from '../db/meta.ts';
import type { UserDb } from '../db/schema.ts';

/** Thrown when another tab has become the leader: this one must no longer write. */
export class Fenced extends Error {
  constructor() {
    super('Another tab has taken over.');
    this.name = 'Fenced';
  }
}

/**
 * Makes this holder the leader.
 * @param now the device's clock, in ms since 1970
 * @returns its fencing token, which all its writes check. In a new database it begins at the present time: a leader of
 * a database that the browser has deleted must not pass for that of the next one
 */
export function takeLead(db: UserDb, holder: string, now: number): Promise<number> {
  return db.transaction('rw!', db.meta, async () => {
    const fence = ((await readMeta(db, 'leader'))?.epoch ?? now) + 1;
    await storeMeta(db, 'leader', { holder, epoch: fence, beatAt: now });
    return fence;
  });
}

/** Must be called first in every transaction of the writer. @throws Fenced when another holder leads */
export async function assertLeads(db: UserDb, fence: number): Promise<void> {
  if ((await readMeta(db, 'leader'))?.epoch !== fence) throw new Fenced();
}

/** Stores a heartbeat. @throws Fenced when another holder leads */
export function storeHeartbeat(db: UserDb, fence: number, now: number): Promise<void> {
  return db.transaction('rw!', db.meta, async () => {
    const leader = await readMeta(db, 'leader');
    if (leader?.epoch !== fence) throw new Fenced();
    await storeMeta(db, 'leader', { ...leader, beatAt: now });
  });
}
