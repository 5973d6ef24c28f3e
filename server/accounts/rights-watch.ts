import { serverLimits } from '#domain/server-limits.ts';
import type { Person } from '#domain/users.ts';
import { liveSessions } from './sessions.ts';
import type { ChangedRights, Hints } from '../hint.ts';
import type { Log } from '../log.ts';
import type { Db } from '../store/system/database.ts';

/**
 * Takes every change of rights to whatever is open in this process. The database announces a change as it commits; who
 * it is about is held at once and looked at anew. A look at everybody every so often finds what ends by the clock, and
 * what an announcement that got lost would have said.
 */
export interface RightsWatch {
  /**
   * Watches over a seat until the function that comes back is called.
   * @param since when its person began to be read, by `performance.now()`: a change since then is found
   */
  sit(seat: WatchedSession, since: number): () => void;
  /** The person of a session as of now, two seconds old at most; undefined when it is over. */
  personOf(seat: Pick<WatchedSession, 'sessionId' | 'personId'>): Promise<Person | undefined>;
  stop(): void;
}

/** Whatever is open for somebody: a socket, a call under way. */
export interface WatchedSession {
  readonly sessionId: string;
  readonly personId: string;
  /**
   * Something about the person has changed: until they are met again nothing goes out.
   * @param room they are no longer in it
   */
  hold(room: string | undefined): void;
  /** Who is behind it as of now; undefined when the session is over. */
  meet(person: Person | undefined): void;
}

const lookedAtOnce = 500;
/** No look and no call waits for its session for so long. */
const changesKeptMs = 5 * 60_000;

export function createRightsWatch({ db, log, hints }: { db: Db; log: Log; hints: Hints }): RightsWatch {
  const seats = new Map<string, Set<WatchedSession>>();
  const known = new Map<string, { person: Person | undefined; at: number }>();
  const changedAt = new Map<string, number>();
  const due = new Set<string>();
  let isLookingAgain = false;
  let isSweeping = false;

  async function look(sessionIds: readonly string[]): Promise<void> {
    const at = performance.now();
    const live = await liveSessions(db, [...sessionIds]);
    for (const id of sessionIds) if ((known.get(id)?.at ?? 0) <= at) known.set(id, { person: live.get(id), at });
  }

  /** What is known of a session, unless its person has changed since. */
  function knownOf({ sessionId, personId }: Pick<WatchedSession, 'sessionId' | 'personId'>) {
    const found = known.get(sessionId);
    return found !== undefined && found.at >= (changedAt.get(personId) ?? 0) ? found : undefined;
  }

  async function meetAll(waiting: readonly WatchedSession[]): Promise<void> {
    // A few at a time: the answer about thousands would hold up everybody while it is read.
    for (const some of inParts(bySession(waiting), lookedAtOnce)) {
      await look(some.map(([id]) => id));
      for (const seat of some.flatMap(([, those]) => those)) {
        const found = knownOf(seat);
        if (found !== undefined && seats.get(seat.personId)?.has(seat) === true) seat.meet(found.person);
      }
    }
  }

  async function lookAgain(): Promise<void> {
    if (isLookingAgain) return;
    isLookingAgain = true;
    try {
      while (due.size > 0) {
        const people = [...due];
        due.clear();
        await meetAll(people.flatMap((id) => [...(seats.get(id) ?? [])]));
      }
    } catch (error) {
      // They stay held until somebody could look.
      log.warn({ err: error }, 'changed rights could not be looked at');
    } finally {
      isLookingAgain = false;
    }
  }

  async function sweep(): Promise<void> {
    if (isSweeping || seats.size === 0) return;
    isSweeping = true;
    try {
      // Who comes in meanwhile was asked at the door, and is looked at the next time.
      await meetAll([...seats.values()].flatMap((those) => [...those]));
      const seated = new Set([...seats.values()].flatMap((those) => [...those].map(({ sessionId }) => sessionId)));
      for (const sessionId of known.keys()) if (!seated.has(sessionId)) known.delete(sessionId);
      const oldest = performance.now() - changesKeptMs;
      for (const [personId, at] of changedAt) if (at < oldest) changedAt.delete(personId);
    } catch (error) {
      // Not knowing is no reason to throw everybody out; the next look comes soon.
      log.warn({ err: error }, 'sessions could not be checked');
    } finally {
      isSweeping = false;
    }
  }

  function changed({ person, room }: ChangedRights): void {
    changedAt.set(person, performance.now());
    const those = seats.get(person);
    if (those === undefined) return;
    for (const seat of those) seat.hold(room);
    due.add(person);
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
      const those = seats.get(seat.personId) ?? new Set();
      seats.set(seat.personId, those.add(seat));
      if ((changedAt.get(seat.personId) ?? -1) >= since) {
        seat.hold(undefined);
        due.add(seat.personId);
        void lookAgain();
      }
      return () => {
        those.delete(seat);
        if (those.size === 0 && seats.get(seat.personId) === those) seats.delete(seat.personId);
      };
    },
    async personOf(seat) {
      const found = knownOf(seat);
      if (found !== undefined && found.at >= performance.now() - serverLimits.rightsCheckMs) return found.person;
      await look([seat.sessionId]);
      return known.get(seat.sessionId)?.person;
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
