import { MINUTE, SECOND } from '#domain/ground/units.ts';
import type { User } from '#domain/account/users.ts';
import { liveSessions } from '../../session/sessions.ts';
import { inGroups } from '../../ground/groups.ts';
import type { ChangedRights, Hint, Hints } from '../../ground/hint.ts';
import type { Log } from '../../ground/log.ts';
import type { Db } from '../../database/db.ts';

/** Interval at which the rights of all open connections are checked, besides every announced change. */
const rightsCheckMs = 1.5 * SECOND;
/** Maximum number of sessions that one query reads. */
const sessionsPerQuery = 500;
/** Time for which a change is remembered: longer than any reading of a session takes. */
const changesKeptMs = 5 * MINUTE;

/**
 * Applies changes of rights to all open sockets and running calls of this process. The database announces a change at its
 * commit; the user's sockets and calls are held at once, and their sessions are read again. A periodic check of all
 * sessions finds rights that have expired, and changes whose announcement was lost.
 */
export class RightsWatch {
  readonly #db: Db;
  readonly #log: Log;
  /** All open sockets and running calls, by user. */
  readonly #watchedByUser = new Map<string, Set<Watched>>();
  /** Last user read for each session, and the time at which the reading began; no user when the session had ended. */
  readonly #lastRead = new Map<string, { user: User | undefined; at: number }>();
  /** Time at which the last change of each user's rights was heard of. */
  readonly #changedAt = new Map<string, number>();
  /** Users whose sockets and calls are held until their sessions have been read again. */
  readonly #due = new Set<string>();
  #isReadingDue = false;
  #isCheckingAll = false;
  readonly #unsubscribe: () => void;
  readonly #checks: NodeJS.Timeout;

  constructor({ db, log, hints }: { db: Db; log: Log; hints: Hints }) {
    this.#db = db;
    this.#log = log;
    this.#unsubscribe = hints.subscribe((hint) => this.#hinted(hint));
    this.#checks = setInterval(() => void this.#checkAll(), rightsCheckMs);
    this.#checks.unref();
  }

  /**
   * Watches a socket or call. @returns a function that stops watching
   * @param readSince when its user began to be read, by `performance.now()`; a later change makes it be read again
   */
  watch(watched: Watched, readSince: number): () => void {
    const { userId } = watched;
    const ofUser = this.#watchedOf(userId) ?? new Set();
    this.#watchedByUser.set(userId, ofUser.add(watched));
    if ((this.#changedAt.get(userId) ?? -1) >= readSince) {
      watched.hold(undefined);
      this.#due.add(userId);
      void this.#readDue();
    }
    return () => {
      ofUser.delete(watched);
      if (ofUser.size === 0 && this.#watchedOf(userId) === ofUser) this.#watchedByUser.delete(userId);
    };
  }

  /** Returns the current user of a session, at most `rightsCheckMs` old; undefined when it has ended. */
  async userOf(watched: Pick<Watched, 'sessionId' | 'userId'>): Promise<User | undefined> {
    const known = this.#readSinceChange(watched);
    if (known !== undefined && known.at >= performance.now() - rightsCheckMs) return known.user;
    await this.#readSessions([watched.sessionId]);
    return this.#lastRead.get(watched.sessionId)?.user;
  }

  stop(): void {
    clearInterval(this.#checks);
    this.#unsubscribe();
  }

  #hinted({ rights = [], missed }: Hint): void {
    for (const each of rights) this.#noteChange(each);
    if (this.#due.size > 0) void this.#readDue();
    if (missed === true) void this.#checkAll();
  }

  /** Notes that a user's rights have changed, and holds all their sockets and calls. */
  #noteChange({ person: userId, room }: ChangedRights): void {
    this.#changedAt.set(userId, performance.now());
    const ofUser = this.#watchedOf(userId);
    if (ofUser === undefined) return;
    for (const watched of ofUser) watched.hold(room);
    this.#due.add(userId);
  }

  /** Gives held sockets and calls their current users, until none is due. */
  async #readDue(): Promise<void> {
    if (this.#isReadingDue) return;
    this.#isReadingDue = true;
    try {
      while (this.#due.size > 0) {
        const users = [...this.#due];
        this.#due.clear();
        await this.#setUsers(users.flatMap((id) => [...(this.#watchedOf(id) ?? [])]));
      }
    } catch (error) {
      // They stay held until a check succeeds.
      this.#log.warn({ err: error }, 'changed rights could not be read');
    } finally {
      this.#isReadingDue = false;
    }
  }

  async #checkAll(): Promise<void> {
    if (this.#isCheckingAll || this.#watchedByUser.size === 0) return;
    this.#isCheckingAll = true;
    try {
      // Sessions added meanwhile were checked on admission, and are in the next check.
      await this.#setUsers(this.#allWatched());
      this.#forgetOld();
    } catch (error) {
      // A failed check closes nothing; the next one follows soon.
      this.#log.warn({ err: error }, 'sessions could not be checked');
    } finally {
      this.#isCheckingAll = false;
    }
  }

  /** Forgets sessions without an open socket or running call, and changes of long ago. */
  #forgetOld(): void {
    const watchedSessions = new Set(this.#allWatched().map(({ sessionId }) => sessionId));
    for (const sessionId of this.#lastRead.keys()) {
      if (!watchedSessions.has(sessionId)) this.#lastRead.delete(sessionId);
    }
    const oldest = performance.now() - changesKeptMs;
    for (const [userId, at] of this.#changedAt) if (at < oldest) this.#changedAt.delete(userId);
  }

  /** Reads these sessions, and gives each its current user. */
  async #setUsers(all: readonly Watched[]): Promise<void> {
    // In groups, because parsing a reply about thousands of sessions would block the event loop.
    for (const batch of inGroups(bySession(all), sessionsPerQuery)) {
      await this.#readSessions(batch.map(([id]) => id));
      for (const watched of batch.flatMap(([, watchedOfSession]) => watchedOfSession)) {
        const known = this.#readSinceChange(watched);
        const isWatched = this.#watchedOf(watched.userId)?.has(watched) === true;
        if (known !== undefined && isWatched) watched.setUser(known.user);
      }
    }
  }

  async #readSessions(sessionIds: readonly string[]): Promise<void> {
    const at = performance.now();
    const live = await liveSessions(this.#db, [...sessionIds]);
    for (const id of sessionIds) {
      if ((this.#lastRead.get(id)?.at ?? 0) <= at) this.#lastRead.set(id, { user: live.get(id), at });
    }
  }

  /** Returns what was read last of a session; undefined when its user's rights have changed since. */
  #readSinceChange({ sessionId, userId }: Pick<Watched, 'sessionId' | 'userId'>) {
    const known = this.#lastRead.get(sessionId);
    return known !== undefined && known.at >= (this.#changedAt.get(userId) ?? 0) ? known : undefined;
  }

  #watchedOf(userId: string): Set<Watched> | undefined {
    return this.#watchedByUser.get(userId);
  }

  #allWatched(): Watched[] {
    return [...this.#watchedByUser.values()].flatMap((ofUser) => [...ofUser]);
  }
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

function bySession(watched: readonly Watched[]): [string, Watched[]][] {
  return [...Map.groupBy(watched, ({ sessionId }) => sessionId)];
}
