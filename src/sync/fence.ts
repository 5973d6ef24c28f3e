import { readMeta, storeMeta } from '../db/meta.ts';
import type { UserDb } from '../db/schema.ts';

/** Thrown when another tab has become the leader: this one must no longer write. */
export class Fenced extends Error {
  constructor() {
    super('Another tab has taken over.');
    this.name = 'Fenced';
  }
}

/** Makes this holder the leader. @returns the epoch, a fencing token that all its writes check */
export function takeLead(db: UserDb, holder: string, now: number): Promise<number> {
  return db.transaction('rw!', db.meta, async () => {
    const epoch = ((await readMeta(db, 'leader'))?.epoch ?? 0) + 1;
    await storeMeta(db, 'leader', { holder, epoch, beatAt: now });
    return epoch;
  });
}

/** Must be called first in every transaction of the drain. @throws Fenced when another holder leads */
export async function assertLeads(db: UserDb, epoch: number): Promise<void> {
  if ((await readMeta(db, 'leader'))?.epoch !== epoch) throw new Fenced();
}

/** Stores a heartbeat. @throws Fenced when another holder leads */
export function storeHeartbeat(db: UserDb, epoch: number, now: number): Promise<void> {
  return db.transaction('rw!', db.meta, async () => {
    const leader = await readMeta(db, 'leader');
    if (leader?.epoch !== epoch) throw new Fenced();
    await storeMeta(db, 'leader', { ...leader, beatAt: now });
  });
}
