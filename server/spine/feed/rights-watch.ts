import { MINUTE, SECOND } from '#domain/ground/units.ts';
import type { User } from '#domain/account/users.ts';
import { liveSessions } from '../../session/sessions.ts';
import { inGroups } from '../../ground/groups.ts';
import type { ChangedRights, Hints } from '../../ground/hint.ts';
import type { Log } from '../../ground/log.ts';
import type { Db } from '../../database/db.ts';

/** Interval at which the rights of all open connections are checked, besides every announced change. */
const rightsCheckMs = 1.5 * SECOND;

/**
 * Applies changes of rights to all open sockets and running calls of this process. The database announces a change at its
 * commit; the user's sockets and calls are held at once, and their sessions are read again. A periodic check of all
 * sessions finds rights that have expired, and changes whose announcement was lost.
 */
export interface RightsWatch {
  /**
   * Watches a socket or call. @returns a function that stops watching
   * @param readSince when its user began to be read, by `performance.now()`; a later change makes it be read again
   */
  watch(watched: Watched, readSince: number): () => void;
  /** Returns the current user of a session, at most `rightsCheckMs` old; undefined when it has ended. */
  userOf(watched: Pick<Watched, 'sessionId' | 'userId'>): Promise<User | undefined>;
  stop(): void;
}

/** An open socket or a running call of a user. */
export interface Watched {
  readonly sessionId: string;
  readonly userId: string;
  /**
   * The user's rights have changed: nothing may be sent until `setUser` is called.
   * @param room a room they are no longer in
   */
  hold(room: string | undefined): void;
  /** Sets the current user; undefined when the session has ended. */
  setUser(user: User | undefined): void;
}

/** Most sessions that one query reads. */
const sessionsPerQuery = 500;
/** How long a change is remembered: longer than any reading of a session takes. */
const changesKeptMs = 5 * MINUTE;

/** Creates the watch, which checks all open sessions at an interval and changed ones at once. */
export function createRightsWatch({ db, log, hints }: { db: Db; log: Log; hints: Hints }): RightsWatch {
  const watchedByUser = new Map<string, Set<Watched>>();
  const known = new Map<string, { user: User | undefined; at: number }>();
  const changedAt = new Map<string, number>();
  const due = new Set<string>();
  let isReadingChanged = false;
  let isCheckingAll = false;

  async function readSessions(sessionIds: readonly string[]): Promise<void> {
    const at = performance.now();
    const live = await liveSessions(db, [...sessionIds]);
    for (const id of sessionIds) if ((known.get(id)?.at ?? 0) <= at) known.set(id, { user: live.get(id), at });
  }

  /** Returns the cached user of a session, unless their rights have changed since. */
  function knownOf({ sessionId, userId }: Pick<Watched, 'sessionId' | 'userId'>) {
    const found = known.get(sessionId);
    return found !== undefined && found.at >= (changedAt.get(userId) ?? 0) ? found : undefined;
  }

  /** Reads these sessions, and gives each its current user. */
  async function setUsers(all: readonly Watched[]): Promise<void> {
    // In groups, because parsing a reply about thousands of sessions would block the event loop.
    for (const batch of inGroups(bySession(all), sessionsPerQuery)) {
      await readSessions(batch.map(([id]) => id));
      for (const watched of batch.flatMap(([, watchedOfSession]) => watchedOfSession)) {
        const found = knownOf(watched);
        if (found !== undefined && watchedByUser.get(watched.userId)?.has(watched) === true)
          watched.setUser(found.user);
      }
    }
  }

  async function readChanged(): Promise<void> {
    if (isReadingChanged) return;
    isReadingChanged = true;
    try {
      while (due.size > 0) {
        const users = [...due];
        due.clear();
        await setUsers(users.flatMap((id) => [...(watchedByUser.get(id) ?? [])]));
      }
    } catch (error) {
      // They stay held until a check succeeds.
      log.warn({ err: error }, 'changed rights could not be read');
    } finally {
      isReadingChanged = false;
    }
  }

  async function checkAll(): Promise<void> {
    if (isCheckingAll || watchedByUser.size === 0) return;
    isCheckingAll = true;
    try {
      // Sessions added meanwhile were checked on admission, and are in the next check.
      await setUsers([...watchedByUser.values()].flatMap((ofUser) => [...ofUser]));
      const watchedSessions = new Set(
        [...watchedByUser.values()].flatMap((ofUser) => [...ofUser].map(({ sessionId }) => sessionId)),
      );
      for (const sessionId of known.keys()) if (!watchedSessions.has(sessionId)) known.delete(sessionId);
      const oldest = performance.now() - changesKeptMs;
      for (const [userId, at] of changedAt) if (at < oldest) changedAt.delete(userId);
    } catch (error) {
      // A failed check closes nothing; the next one follows soon.
      log.warn({ err: error }, 'sessions could not be checked');
    } finally {
      isCheckingAll = false;
    }
  }

  function changed({ person: user, room }: ChangedRights): void {
    changedAt.set(user, performance.now());
    const ofUser = watchedByUser.get(user);
    if (ofUser === undefined) return;
    for (const watched of ofUser) watched.hold(room);
    due.add(user);
  }

  const unsubscribe = hints.subscribe(({ rights = [], missed }) => {
    for (const each of rights) changed(each);
    if (due.size > 0) void readChanged();
    if (missed === true) void checkAll();
  });
  const timer = setInterval(() => void checkAll(), rightsCheckMs);
  timer.unref();

  return {
    watch(watched, readSince) {
      const ofUser = watchedByUser.get(watched.userId) ?? new Set();
      watchedByUser.set(watched.userId, ofUser.add(watched));
      if ((changedAt.get(watched.userId) ?? -1) >= readSince) {
        watched.hold(undefined);
        due.add(watched.userId);
        void readChanged();
      }
      return () => {
        ofUser.delete(watched);
        if (ofUser.size === 0 && watchedByUser.get(watched.userId) === ofUser) watchedByUser.delete(watched.userId);
      };
    },
    async userOf(watched) {
      const found = knownOf(watched);
      if (found !== undefined && found.at >= performance.now() - rightsCheckMs) return found.user;
      await readSessions([watched.sessionId]);
      return known.get(watched.sessionId)?.user;
    },
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

function bySession(watched: readonly Watched[]): [string, Watched[]][] {
  return [...Map.groupBy(watched, ({ sessionId }) => sessionId)];
}
