import { factOf, keepFact } from '../db/meta.ts';
import type { UserDb } from '../db/schema.ts';

/** Another tab has taken over; this one must not write any more. */
export class Fenced extends Error {
  constructor() {
    super('Another tab has taken over.');
    this.name = 'Fenced';
  }
}

/** Makes this holder the leader; answers the epoch that its writes have to carry. */
export function takeLead(db: UserDb, holder: string, now: number): Promise<number> {
  return db.transaction('rw!', db.meta, async () => {
    const epoch = ((await factOf(db, 'leader'))?.epoch ?? 0) + 1;
    await keepFact(db, 'leader', { holder, epoch, beatAt: now });
    return epoch;
  });
}

/** Throws `Fenced` when somebody else has become leader. Call first in every transaction of the drain. */
export async function assertLeads(db: UserDb, epoch: number): Promise<void> {
  if ((await factOf(db, 'leader'))?.epoch !== epoch) throw new Fenced();
}

/** Shows the others that this leader is alive. */
export function beat(db: UserDb, epoch: number, now: number): Promise<void> {
  return db.transaction('rw!', db.meta, async () => {
    const leader = await factOf(db, 'leader');
    if (leader?.epoch !== epoch) throw new Fenced();
    await keepFact(db, 'leader', { ...leader, beatAt: now });
  });
}
