import { readMeta } from '../db/meta.ts';
import type { UserDb } from '../db/schema.ts';
import { noteFault } from '../db/synclog.ts';
import { underLock, unanswered } from '../net/lock-within.ts';
import { storeHeartbeat, takeLead } from './fence.ts';
import type { WakeUp, World } from './world.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Interval of the leading tab's heartbeats, while commands are pending. */
export const leaderHeartbeatMs = 5 * SECOND;
const leaderStaleMs = 10 * SECOND;

/**
 * Leader election between the tabs of a device: one tab at a time drains the outbox. Every tab requests the same Web
 * Lock, so the next tab leads as soon as the leader closes or crashes. A frozen leader keeps the lock but misses the
 * heartbeats that it owes while commands are pending; another tab then steals the lock. The fencing token makes the
 * writes of the old leader fail. While nothing is pending, no tab sends or watches heartbeats: a timer that
 * writes would keep a phone awake.
 *
 *   waiting ──granted──> leading ──tab closed──> (next in the queue)
 *      └──work stays due without a heartbeat──> stolen ──> leading
 *
 * A browser that never answers gives no lock. Then the tab leads without one: the fencing token is enough to be safe.
 */

/** The part of `navigator.locks` that the election needs. */
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
  /** `wall` is the device's clock in ms since 1970, which its tabs share. It only serves for the age of a heartbeat. */
  world: Pick<World, 'sleep'> & { wall(): number };
  /** Whether commands are pending that the server does not have. */
  isWorkDue: () => Promise<boolean>;
  /** Set by every change of the outbox, by any tab. */
  outboxChanged: Pick<WakeUp, 'wait'>;
  /** The leader's work; returns when its signal aborts. */
  lead: (fence: number, signal: AbortSignal) => Promise<void>;
  /** Called with the first heartbeat that pending work makes due. */
  workWaits?: () => void;
}

/** Returns the name of the Web Lock that the leader of a user's outbox holds. */
export const lockName = (userId: string) => `drain:${userId}`;

/** Takes part in the election, and leads when elected, until the signal aborts. */
export async function takePartInElection(parts: LeaderParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const wait = new AbortController();
    const stop = () => wait.abort();
    signal.addEventListener('abort', stop, { once: true });
    let granted = false;
    const watching = watchLeader(parts, wait.signal).then((found) => {
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
  const lead = async (): Promise<void> => {
    granted?.();
    if (signal.aborted) return;
    await leading(parts, signal).catch(() => (failed = true));
  };
  const request = (held: (lock: unknown) => Promise<void>) =>
    parts.locks.request(lockName(parts.userId), options, held);
  // A request in the queue has no time limit; it ends with its signal, also where the browser never answers.
  const silence = (answered: AbortSignal) =>
    'steal' in options ? parts.world.sleep(leaderStaleMs, answered) : untilAborted(options.signal, answered);
  try {
    await underLock(
      request,
      async (lock) => {
        if (lock !== unanswered || 'steal' in options) await lead();
      },
      silence,
    );
  } catch {
    // The request was aborted, to steal or to stop, or another tab has stolen the lock.
  }
  // The leader could not be stored, because the disk is full or a newer version has closed the database. Without a
  // pause this would loop.
  if (failed) await parts.world.sleep(leaderHeartbeatMs, signal);
}

/** Resolves when one of the signals aborts. */
function untilAborted(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Watches the leader while work is due. @returns true when it is frozen, false when the signal aborts */
async function watchLeader(parts: LeaderParts, signal: AbortSignal): Promise<boolean> {
  const { db, world, outboxChanged, isWorkDue } = parts;
  for (let heartbeatsDue = 0; !signal.aborted;) {
    await world.sleep(leaderHeartbeatMs, signal);
    if (signal.aborted) return false;
    try {
      // The leader owes the first heartbeat one interval after the work.
      heartbeatsDue = (await isWorkDue()) ? heartbeatsDue + 1 : 0;
      if (heartbeatsDue > 1 && (await isStale(parts))) return true;
      if (heartbeatsDue === 0) await outboxChanged.wait(world, signal);
    } catch (error) {
      // A database that cannot be read now may be readable at the next heartbeat.
      if (!signal.aborted) noteFault(db, 'election', error);
    }
  }
  return false;
}

/**
 * Whether the leader is frozen: work is due, and it sends no heartbeat for as long as it takes to tell. Resolves with
 * false at once while heartbeats are sent.
 */
export async function isLeaderFrozen(
  parts: Pick<LeaderParts, 'db' | 'world' | 'isWorkDue'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await isStale(parts))) return false;
  await parts.world.sleep(leaderStaleMs, signal);
  return !signal.aborted && (await parts.isWorkDue()) && (await isStale(parts));
}

/**
 * Whether the last heartbeat is more than `leaderStaleMs` away from now, in either direction because the
 * device's clock may have been set back. Also true when there was never a leader.
 */
async function isStale({ db, world }: Pick<LeaderParts, 'db' | 'world'>): Promise<boolean> {
  const leader = await db.transaction('r!', db.meta, async () => readMeta(db, 'leader'));
  return leader === undefined || Math.abs(world.wall() - leader.beatAt) > leaderStaleMs;
}

async function leading(parts: LeaderParts, signal: AbortSignal): Promise<void> {
  const { db, world } = parts;
  const fence = await takeLead(db, parts.holder, world.wall());
  const reign = new AbortController();
  const stop = () => reign.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([parts.lead(fence, reign.signal), sendHeartbeats(parts, fence, reign.signal)]);
  } finally {
    reign.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** Sends heartbeats while work is due, until the signal aborts, or until another tab has taken over. */
async function sendHeartbeats(parts: LeaderParts, fence: number, signal: AbortSignal): Promise<void> {
  const { db, world, outboxChanged, isWorkDue } = parts;
  let wasDue = false;
  while (!signal.aborted) {
    await world.sleep(leaderHeartbeatMs, signal);
    if (signal.aborted) return;
    try {
      const isDue = await isWorkDue();
      if (isDue && !wasDue) parts.workWaits?.();
      wasDue = isDue;
      if (isDue) await storeHeartbeat(db, fence, world.wall());
      else await outboxChanged.wait(world, signal);
    } catch {
      return;
    }
  }
}
