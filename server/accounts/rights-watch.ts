import { MINUTE } from '#domain/units.ts';
import { serverLimits } from '#domain/server-limits.ts';
import type { User } from '#domain/users.ts';
import { liveSessions } from './sessions.ts';
import type { ChangedRights, Hints } from '../hint.ts';
import type { Log } from '../log.ts';
import type { Db } from '../store/system/db.ts';

/**
 * Applies changes of rights to everything that is open in this process. The database announces a change at its commit;
 * the user's sessions are held at once and read again. A periodic check of all sessions finds rights that end by time,
 * and lost announcements.
 */
export interface RightsWatch {
  /**
   * Watches a session. @returns a function that ends it
   * @param since when reading its user began, by `performance.now()`: changes since then are found
   */
  sit(seat: WatchedSession, since: number): () => void;
  /** Returns the current user of a session, at most two seconds old; undefined when it has ended. */
  userOf(seat: Pick<WatchedSession, 'sessionId' | 'userId'>): Promise<User | undefined>;
  stop(): void;
}

/** Something that is open for a user: a socket, or a call in progress. */
export interface WatchedSession {
  readonly sessionId: string;
  readonly userId: string;
  /**
   * The user's rights have changed: nothing may be sent until `meet` is called.
   * @param room a room they are no longer in
   */
  hold(room: string | undefined): void;
  /** Sets the current user; undefined when the session has ended. */
  meet(user: User | undefined): void;
}

/** Sessions that are looked up with one query. */
const lookedAtOnce = 500;
/** Longer than any check or call waits for its session. */
const changesKeptMs = 5 * MINUTE;

/** Creates the watch, which checks all open sessions at an interval and changed ones at once. */
export function createRightsWatch({ db, log, hints }: { db: Db; log: Log; hints: Hints }): RightsWatch {
  const seats = new Map<string, Set<WatchedSession>>();
  const known = new Map<string, { user: User | undefined; at: number }>();
  const changedAt = new Map<string, number>();
  const due = new Set<string>();
  let isLookingAgain = false;
  let isSweeping = false;

  async function look(sessionIds: readonly string[]): Promise<void> {
    const at = performance.now();
    const live = await liveSessions(db, [...sessionIds]);
    for (const id of sessionIds) if ((known.get(id)?.at ?? 0) <= at) known.set(id, { user: live.get(id), at });
  }

  /** Returns the cached user of a session, unless their rights have changed since. */
  function knownOf({ sessionId, userId }: Pick<WatchedSession, 'sessionId' | 'userId'>) {
    const found = known.get(sessionId);
    return found !== undefined && found.at >= (changedAt.get(userId) ?? 0) ? found : undefined;
  }

  async function meetAll(waiting: readonly WatchedSession[]): Promise<void> {
    // In parts, because parsing a reply about thousands of sessions would block the event loop.
    for (const some of inParts(bySession(waiting), lookedAtOnce)) {
      await look(some.map(([id]) => id));
      for (const seat of some.flatMap(([, those]) => those)) {
        const found = knownOf(seat);
        if (found !== undefined && seats.get(seat.userId)?.has(seat) === true) seat.meet(found.user);
      }
    }
  }

  async function lookAgain(): Promise<void> {
    if (isLookingAgain) return;
    isLookingAgain = true;
    try {
      while (due.size > 0) {
        const users = [...due];
        due.clear();
        await meetAll(users.flatMap((id) => [...(seats.get(id) ?? [])]));
      }
    } catch (error) {
      // They stay held until a check succeeds.
      log.warn({ err: error }, 'changed rights could not be looked at');
    } finally {
      isLookingAgain = false;
    }
  }

  async function sweep(): Promise<void> {
    if (isSweeping || seats.size === 0) return;
    isSweeping = true;
    try {
      // Sessions added meanwhile were checked on admission, and are in the next check.
      await meetAll([...seats.values()].flatMap((those) => [...those]));
      const seated = new Set([...seats.values()].flatMap((those) => [...those].map(({ sessionId }) => sessionId)));
      for (const sessionId of known.keys()) if (!seated.has(sessionId)) known.delete(sessionId);
      const oldest = performance.now() - changesKeptMs;
      for (const [userId, at] of changedAt) if (at < oldest) changedAt.delete(userId);
    } catch (error) {
      // A failed check closes nothing; the next one follows soon.
      log.warn({ err: error }, 'sessions could not be checked');
    } finally {
      isSweeping = false;
    }
  }

  function changed({ person: user, room }: ChangedRights): void {
    changedAt.set(user, performance.now());
    const those = seats.get(user);
    if (those === undefined) return;
    for (const seat of those) seat.hold(room);
    due.add(user);
  }

  const unsubscribe = hints.subscribe(({ rights = [], missed }) => {
    for (const each of rights) changed(each);
    if (due.size > 0) void lookAgain();
    if (missed === true) void sweep();
  });
  const timer = setInterval(() => void sweep(), serverLimits.rightsCheckMs);
  timer.unref();

  return {
    sit(seat, since) {
      const those = seats.get(seat.userId) ?? new Set();
      seats.set(seat.userId, those.add(seat));
      if ((changedAt.get(seat.userId) ?? -1) >= since) {
        seat.hold(undefined);
        due.add(seat.userId);
        void lookAgain();
      }
      return () => {
        those.delete(seat);
        if (those.size === 0 && seats.get(seat.userId) === those) seats.delete(seat.userId);
      };
    },
    async userOf(seat) {
      const found = knownOf(seat);
      if (found !== undefined && found.at >= performance.now() - serverLimits.rightsCheckMs) return found.user;
      await look([seat.sessionId]);
      return known.get(seat.sessionId)?.user;
    },
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

function bySession(seats: readonly WatchedSession[]): [string, WatchedSession[]][] {
  return [...Map.groupBy(seats, ({ sessionId }) => sessionId)];
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
