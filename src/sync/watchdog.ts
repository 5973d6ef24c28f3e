import { limits } from '#domain/limits.ts';
import { isBlobHash } from '../db/blobs.ts';
import { outboxTables, pendingIn } from '../db/pending.ts';
import type { UserDb } from '../db/schema.ts';
import { stuckBy } from '../db/standing.ts';
import { note } from '../db/synclog.ts';
import { chooseFrames } from './frames.ts';
import type { World } from './world.ts';

/**
 * Looks after the queue from outside of the drain: where something could be sent and nothing has moved for a minute,
 * whatever the reason, the drain is begun anew and the log says so.
 */
export interface Watched {
  db: UserDb;
  world: World;
  /** When the drain last heard anything of the server, or the end of the pause it was asked to make. */
  activeAt: () => number;
  /** Begins the drain anew. */
  restart: () => void;
}

/** Watches until the signal aborts. */
export async function watchQueue({ db, world, activeAt, restart }: Watched, signal: AbortSignal): Promise<void> {
  let first: number | undefined;
  let since = world.now();
  while (!signal.aborted) {
    await world.sleep(limits.idleQueueMs / 6, signal);
    if (signal.aborted) return;
    const next = world.isOffline?.() === true ? undefined : await firstSendable(db);
    if (next === undefined || next !== first) since = world.now();
    first = next;
    if (world.now() - Math.max(since, activeAt()) < limits.idleQueueMs) continue;
    await db.transaction('rw!', db.synclog, async () => note(db, 'queue stood still', { first }));
    since = world.now();
    restart();
  }
}

/** The oldest command that nothing keeps from being sent. */
function firstSendable(db: UserDb): Promise<number | undefined> {
  return db.transaction('r!', [...outboxTables(db), db.attention, db.blobs], async () => {
    const entries = (await pendingIn(db)).waiting();
    const stuck = stuckBy(entries, await db.attention.toArray());
    const hashes = [...new Set(entries.flatMap(({ deps }) => deps.filter(isBlobHash)))];
    const blobs = await db.blobs.bulkGet(hashes);
    const missing = new Set(hashes.filter((_, i) => blobs[i]?.uploaded !== true));
    return chooseFrames({ entries, stuck, missing, busy: new Set() }, 1, limits.pushBytes)[0]?.entries[0]?.n;
  });
}
