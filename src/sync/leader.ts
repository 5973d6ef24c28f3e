import { limits } from '#domain/limits.ts';
import { factOf } from '../db/meta.ts';
import type { UserDb } from '../db/schema.ts';
import { noteFault } from '../db/synclog.ts';
import { beat, takeLead } from './fence.ts';
import type { World } from './world.ts';

/**
 * One tab at a time drains. Every tab queues for the lock, so a closed or crashed leader is followed at once; a frozen
 * one keeps the lock but stops beating, and is robbed of it when there is work. The epoch keeps the robbed from writing.
 *
 *   waiting ──granted──> leading ──tab closed──> (next in the queue)
 *      └──beat is stale, work is due──> stolen ──> leading
 */
export interface Locks {
  request(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean; ifAvailable?: boolean },
    held: (lock: unknown) => Promise<void>,
  ): Promise<void>;
}

export interface LeaderParts {
  db: UserDb;
  userId: string;
  holder: string;
  locks: Locks;
  /** `wall` is shared by the tabs of this device: it only says whether a beat is old. */
  world: Pick<World, 'sleep'> & { wall(): number };
  /** Whether something waits to be sent. */
  isWorkDue: () => Promise<boolean>;
  /** The leader's work; returns when its signal aborts. */
  lead: (epoch: number, signal: AbortSignal) => Promise<void>;
}

export const lockName = (userId: string) => `drain:${userId}`;

/** Takes part in the election until the signal aborts. */
export async function takePart(parts: LeaderParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const wait = new AbortController();
    const stop = () => wait.abort();
    signal.addEventListener('abort', stop, { once: true });
    let granted = false;
    const watching = watch(parts, wait.signal).then((found) => {
      wait.abort();
      return found && !granted;
    });
    await tryToLead(parts, { signal: wait.signal }, signal, () => {
      granted = true;
      wait.abort();
    });
    wait.abort();
    signal.removeEventListener('abort', stop);
    if ((await watching) && !signal.aborted) await tryToLead(parts, { steal: true }, signal);
  }
}

async function tryToLead(
  parts: LeaderParts,
  options: { signal: AbortSignal } | { steal: true },
  signal: AbortSignal,
  granted?: () => void,
): Promise<void> {
  let failed = false;
  try {
    await parts.locks.request(lockName(parts.userId), options, async () => {
      granted?.();
      await leading(parts, signal).catch(() => (failed = true));
    });
  } catch {
    // The wait was given up (to steal, or to stop), or the lock was stolen from us.
  }
  // A device that cannot even note who leads, full or closed by a newer version: at once again would never end.
  if (failed) await parts.world.sleep(limits.leaderHeartbeatMs, signal);
}

/** Resolves with true when the leader's beat is stale while work is due, with false when the wait ends. */
async function watch(parts: LeaderParts, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    await parts.world.sleep(limits.leaderHeartbeatMs, signal);
    if (signal.aborted) return false;
    try {
      if ((await isStale(parts)) && (await parts.isWorkDue())) return true;
    } catch (error) {
      // The election goes on: a device that cannot be read now may be read at the next beat.
      if (!signal.aborted) noteFault(parts.db, 'election', error);
    }
  }
  return false;
}

/** Whether the leader has stopped beating. */
export async function isStale({ db, world }: Pick<LeaderParts, 'db' | 'world'>): Promise<boolean> {
  const leader = await db.transaction('r!', db.meta, async () => factOf(db, 'leader'));
  return leader === undefined || Math.abs(world.wall() - leader.beatAt) > limits.leaderStaleMs;
}

async function leading(parts: LeaderParts, signal: AbortSignal): Promise<void> {
  const { db, world } = parts;
  const epoch = await takeLead(db, parts.holder, world.wall());
  const reign = new AbortController();
  const stop = () => reign.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([parts.lead(epoch, reign.signal), keepBeating(parts, epoch, reign.signal)]);
  } finally {
    reign.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** Beats until the signal aborts; returns early when another tab has taken over. */
async function keepBeating({ db, world }: LeaderParts, epoch: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await world.sleep(limits.leaderHeartbeatMs, signal);
    if (signal.aborted) return;
    try {
      await beat(db, epoch, world.wall());
    } catch {
      return;
    }
  }
}
