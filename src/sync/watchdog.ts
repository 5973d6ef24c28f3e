import { isBlobHash } from '../db/files/blobs.ts';
import { outboxTables, pendingIn } from '../db/pending.ts';
import type { UserDb } from '../db/schema.ts';
import { blockedBy } from '../db/outbox-state.ts';
import { note } from '../db/synclog.ts';
import { chooseFrames } from './writer/frames.ts';
import { tooOldAmong } from './writer/too-old.ts';
import type { WakeUp, World } from './world.ts';
import { pushBytes } from '#domain/spine/wire/sync.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Time in ms after which an outbox that could have moved, but has not, is drained again. */
export const idleQueueMs = 60 * SECOND;

/**
 * Watchdog of the writer: if a command could be sent but nothing has moved for `idleQueueMs`, it restarts the
 * writer and notes that in the sync log.
 */

export interface WatchdogParts {
  db: UserDb;
  world: World;
  /** Time of the writer's last reply, or the end of its current pause, whichever is later; by `world.now`. */
  activeAt: () => number;
  /** Set by every change of the outbox, by any tab. */
  outboxChanged: Pick<WakeUp, 'wait'>;
  /** Replaces the writer with a new one. */
  restart: () => void;
}

/** Watches while commands are pending, until the signal aborts. */
export async function watchQueue(watched: WatchdogParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await watchWhilePending(watched, signal);
    await watched.outboxChanged.wait(watched.world, signal);
  }
}

async function watchWhilePending({ db, world, activeAt, restart }: WatchdogParts, signal: AbortSignal): Promise<void> {
  let first: number | undefined;
  let since = world.now();
  while (!signal.aborted) {
    await world.sleep(idleQueueMs / 6, signal);
    if (signal.aborted) return;
    const found = await firstSendable(db, world);
    if (found === 'nothing pending') return;
    const next = world.isOffline?.() === true ? undefined : found;
    if (next === undefined || next !== first) since = world.now();
    first = next;
    if (world.now() - Math.max(since, activeAt()) < idleQueueMs) continue;
    await db.transaction('rw!', db.synclog, async () => note(db, 'queue stood still', { first }));
    since = world.now();
    restart();
  }
}

/** Returns the number of the oldest command that could be sent now; undefined when none of the pending ones could. */
function firstSendable(db: UserDb, world: World): Promise<number | undefined | 'nothing pending'> {
  return db.transaction('r!', [...outboxTables(db), db.attention, db.blobs], async () => {
    const entries = (await pendingIn(db, false)).unaccepted();
    if (entries.length === 0) return 'nothing pending';
    const blocked = blockedBy(entries, await db.attention.toArray());
    const hashes = [...new Set(entries.flatMap(({ deps }) => deps.filter(isBlobHash)))];
    const blobs = await db.blobs.bulkGet(hashes);
    const missing = new Set(hashes.filter((_, i) => blobs[i]?.uploaded !== true));
    const busy = new Set(tooOldAmong(entries, world).unsure.map(({ lane }) => lane));
    return chooseFrames({ entries, blocked, missing, busy }, 1, pushBytes)[0]?.entries[0]?.n;
  });
}
