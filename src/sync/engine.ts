import { Dexie, type Table } from 'dexie';
import type { Message } from '#domain/chat.ts';
import { uuidv7 } from '#domain/ids.ts';
import type { Cursor } from '#domain/protocol/sync.ts';
import { factOf, keepFact } from '../db/meta.ts';
import { readPending } from '../db/pending.ts';
import type { UserDb } from '../db/schema.ts';
import { noteFault } from '../db/synclog.ts';
import type { UploadDoor } from '../net/uploads.ts';
import { Drain, type DrainEnd } from './drain.ts';
import { takePart, type Locks } from './leader.ts';
import { Pull } from './pull.ts';
import { HeldHints } from './held-hints.ts';
import { Uploads } from './uploads.ts';
import { watchQueue } from './watchdog.ts';
import type { Report, World } from './world.ts';

/**
 * The exchange of one tab with the server: a pull in every tab, a drain and uploads in the one that leads.
 */
export interface EngineParts {
  db: UserDb;
  me: string;
  world: World & { wall(): number };
  door: UploadDoor;
  locks: Locks;
  report: (report: Report) => void;
  confirmed: (messages: Message[]) => void;
  /** What this person may do, as the server has just said it. */
  standing?: (now: string) => void;
}

export interface Engine {
  /** A command was appended. */
  appended(): void;
  /** The server has something, up to this place. */
  hinted(place?: Cursor): void;
  /** The network is back, or the page is looked at again. */
  retryNow(): void;
  stop(): void;
}

export function startEngine(parts: EngineParts): Engine {
  const { db, me, world, report } = parts;
  const stopped = new AbortController();
  let drain: Drain | undefined;
  let uploads: Uploads | undefined;
  const pull = new Pull({
    db,
    me,
    world,
    report,
    confirmed: parts.confirmed,
    ...(parts.standing && { standing: parts.standing }),
    requeued: () => drain?.look(),
  });

  const echo = new HeldHints(world, (place) => pull.look(place));

  async function lead(epoch: number, signal: AbortSignal): Promise<void> {
    const clientId = await clientIdOf(db);
    uploads = new Uploads({
      db,
      world,
      door: parts.door,
      epoch,
      uploaded: () => drain?.look(),
      signedOut: (reason) => report({ type: 'session.refused', reason }),
    });
    void uploads.run(signal);
    // Other tabs append too, and their owners decide about what was refused. What is there already, the drain looks at first.
    watchTables([db.outbox, db.attention], () => drain?.look(), signal);
    watchTables([db.blobs, db.attention], () => uploads?.look(), signal);
    let end: DrainEnd | 'restarted';
    do {
      drain = new Drain({ db, me, clientId, world, epoch, report, rested: (place) => echo.release(place) });
      end = await untilItStandsStill(drain, signal);
    } while (end === 'restarted' && !signal.aborted);
    // After a sign-out or an update there is nothing to lead any more; the lock stays until this tab is done.
    if (end !== 'fenced' && !signal.aborted) await aborted(signal);
  }

  /** Runs a drain until it ends, or until the watchdog finds that it does not move any more. */
  async function untilItStandsStill(running: Drain, signal: AbortSignal): Promise<DrainEnd | 'restarted'> {
    const term = new AbortController();
    const stop = (): void => term.abort();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        const activeAt = (): number => running.activeAt;
        watchQueue({ db, world, activeAt, restart: () => resolve('restarted') }, term.signal).catch((error: unknown) =>
          noteFault(db, 'watchdog', error),
        );
        running.run(term.signal).then(resolve, reject);
      });
    } finally {
      term.abort();
      signal.removeEventListener('abort', stop);
    }
  }

  void pull.run(stopped.signal);
  void takePart(
    { db, userId: me, holder: newId(), locks: parts.locks, world, isWorkDue: () => isWorkDue(db), lead },
    stopped.signal,
  );
  return {
    appended: () => drain?.look(),
    hinted(place) {
      if (drain?.isBusy === true) echo.hold(place);
      else pull.look(place);
    },
    retryNow() {
      pull.retryNow();
      drain?.retryNow();
      uploads?.look();
    },
    stop: () => stopped.abort(),
  };
}

/** Tells of every change to these tables, whichever tab made it, without reading anything. */
function watchTables(watched: Table[], changed: () => void, signal: AbortSignal): void {
  const tables = watched.map((table) => `idb://${table.db.name}/${table.name}/`);
  const heard = (parts: Record<string, unknown>): void => {
    if (tables.some((table) => table in parts)) changed();
  };
  Dexie.on('storagemutated', heard);
  signal.addEventListener('abort', () => Dexie.on.storagemutated.unsubscribe(heard), { once: true });
}

/** The name of this database's queue for the server: made once, random. */
export function clientIdOf(db: UserDb): Promise<string> {
  return db.transaction('rw!', db.meta, async () => {
    const known = await factOf(db, 'clientId');
    if (known !== undefined) return known;
    const made = newId();
    await keepFact(db, 'clientId', made);
    return made;
  });
}

/** Whether anything waits that the server does not have yet. */
export async function isWorkDue(db: UserDb): Promise<boolean> {
  return (await readPending(db)).waiting().length > 0;
}

/** A new UUIDv7. */
export function newId(): string {
  return uuidv7(Date.now(), (into) => void crypto.getRandomValues(into as Uint8Array<ArrayBuffer>));
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
