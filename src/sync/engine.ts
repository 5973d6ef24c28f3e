import type { Message } from '#domain/chat/chat.ts';
import { uuidv7 } from '#domain/ground/ids.ts';
import type { SentPage } from '#domain/spine/wire/sockets.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { DirectSend } from '../db/context.ts';
import { readMeta, storeMeta } from '../db/meta.ts';
import { readPending } from '../db/pending.ts';
import type { UserDb } from '../db/schema.ts';
import { noteFault } from '../db/synclog.ts';
import { watchKeys, watchTables } from '../db/watch-tables.ts';
import { serverDate } from '../net/server-clock.ts';
import type { UploadApi } from '../net/uploads.ts';
import { Writer } from './writer/writer.ts';
import { takePartInElection, type Locks } from './leader.ts';
import { Reader } from './reader/reader.ts';
import type { Step } from './machine.ts';
import { Uploads } from './uploads.ts';
import { watchQueue } from './watchdog.ts';
import type { Sends, WriterEnd } from './writer/state.ts';
import { WakeUp, type Report, type World } from './world.ts';
import type { OutboxRules } from '../db/outbox-rules.ts';

/** The sync of one tab: every tab has a reader, and the leader also a writer, which sends the outbox, and uploads files. */

export interface EngineParts {
  db: UserDb;
  rules: OutboxRules;
  me: string;
  world: World & { wall(): number };
  uploadApi: UploadApi;
  locks: Locks;
  report: (report: Report) => void;
  /** Called with the messages a page has confirmed, so that their early copies can be dropped. */
  confirmed: (messages: Message[]) => void;
  /** Called with the user's current rights on every page of a pull; see `domain/account/rights-key.ts`. */
  rightsReported?: (now: string) => void;
  /** Called by the leading tab when commands have been pending for `leaderHeartbeatMs`. */
  workWaits?: () => void;
  /** Called for each step of reader and writer, by the simulation. */
  watch?: (step: Step) => void;
}

export interface Engine {
  /** Wakes the writer, if this tab leads. Call when a command was appended. @param isSent whether the writer sends it */
  appended(isSent?: boolean): void;
  /** Asks the writer of this tab to send the next append at once; undefined while it does not lead, or is not idle. */
  reserve(): DirectSend | undefined;
  /** Starts a pull, up to this position if it is known. While frames are in flight, the hint is held back. */
  hinted(position?: Cursor): void;
  /** A chat event arrived. While the tab stands at the end of the log, the server sends the same as a page or a hint. */
  repeated(): void;
  /** The server has sent this tab the next page of the log, because it stands at the end. */
  sent(page: SentPage): void;
  /** Stands at the end of the log, if this tab has pulled everything. Call when the server has said that it can. */
  standAgain(): void;
  /**
   * Ends the pauses after failed calls; paused lanes stay paused. Call when the network is back, or when the page
   * becomes visible.
   */
  retryNow(): void;
  stop(): void;
}

/** Starts the sync of a tab: it pulls, takes part in the election, and drains and uploads while it leads. */
export function startEngine(parts: EngineParts): Engine {
  const { db, me, world, report } = parts;
  const stopped = new AbortController();
  const { watch } = parts;
  let writer: Writer | undefined;
  let uploads: Uploads | undefined;
  const reader = new Reader({
    db,
    me,
    world,
    report,
    confirmed: parts.confirmed,
    ...(parts.rightsReported && { rightsReported: parts.rightsReported }),
    notifyWriter: (event) => writer?.send(event),
    watch,
  });

  const notifyReader = (sends: Sends, accepted?: Cursor): void => reader.send({ type: 'sends', sends, accepted });

  async function lead(fence: number, signal: AbortSignal): Promise<void> {
    const clientId = await clientIdOf(db);
    uploads = new Uploads({
      db,
      world,
      uploadApi: parts.uploadApi,
      fence,
      uploaded: () => writer?.send({ type: 'wake' }),
      signedOut: (reason) => report({ type: 'session.refused', reason }),
    });
    void uploads.run(signal);
    // Other tabs also append commands and decide about refused ones. The writer reads the present rows when it starts.
    watchKeys(db.outbox, (highest) => writer?.send({ type: 'changed', highest }), signal);
    watchTables([db.attention], () => writer?.send({ type: 'wake' }), signal);
    watchTables([db.blobs, db.attention], () => uploads?.wake(), signal);
    let end: WriterEnd | 'restarted';
    do {
      writer = new Writer({ db, rules: parts.rules, me, clientId, world, fence, report, notifyReader, watch });
      writer.send({ type: 'stands', isSentPages: reader.isSentPages });
      end = await runWatched(writer, signal);
    } while (end === 'restarted' && !signal.aborted);
    // After a sign-out or a required update there is nothing left to lead. The lock is kept until this tab stops.
    if (end !== 'fenced' && !signal.aborted) await untilAborted(signal);
  }

  /** Runs a writer until it ends, or until the watchdog asks for a new one. */
  async function runWatched(running: Writer, signal: AbortSignal): Promise<WriterEnd | 'restarted'> {
    const term = new AbortController();
    const stop = (): void => term.abort();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        const activeAt = (): number => running.activeAt;
        const watched = { db, world, activeAt, outboxChanged: changed.watchdog, restart: () => resolve('restarted') };
        watchQueue(watched, term.signal).catch((error: unknown) => noteFault(db, 'watchdog', error));
        running.run(term.signal).then(resolve, reject);
      });
    } finally {
      term.abort();
      signal.removeEventListener('abort', stop);
    }
  }

  /** What sleeps while nothing is pending. */
  const changed = { election: new WakeUp(), watchdog: new WakeUp() };
  const outboxChanged = (): void => Object.values(changed).forEach((sleeper) => sleeper.set());
  watchTables([db.outbox], outboxChanged, stopped.signal);

  void reader.run(stopped.signal);
  void takePartInElection(
    {
      db,
      userId: me,
      holder: newId(),
      locks: parts.locks,
      world,
      isWorkDue: () => isWorkDue(db),
      outboxChanged: changed.election,
      lead,
      ...(parts.workWaits && { workWaits: parts.workWaits }),
    },
    stopped.signal,
  );
  return {
    appended(isSent) {
      if (isSent !== true) writer?.send({ type: 'wake' });
    },
    reserve: () => writer?.reserve(),
    hinted: (position) => reader.send({ type: 'hint', position }),
    repeated: () => reader.send({ type: 'chat' }),
    sent: (page) => reader.send({ type: 'page', page }),
    standAgain: () => reader.send({ type: 'canStand' }),
    retryNow() {
      reader.send({ type: 'retry' });
      writer?.send({ type: 'retry' });
      uploads?.retryNow();
    },
    stop: () => stopped.abort(),
  };
}

/** Returns the random id under which the server knows this outbox. It is made once and stored. */
export function clientIdOf(db: UserDb): Promise<string> {
  return db.transaction('rw!', db.meta, async () => {
    const known = await readMeta(db, 'clientId');
    if (known !== undefined) return known;
    const made = newId();
    await storeMeta(db, 'clientId', made);
    return made;
  });
}

/** Whether commands are pending that have no accepting receipt. */
export async function isWorkDue(db: UserDb): Promise<boolean> {
  return (await readPending(db, false)).unaccepted().length > 0;
}

/** Returns a new UUIDv7, with the server's time where this page has heard it. */
export function newId(): string {
  return uuidv7(
    Math.round(serverDate() ?? Date.now()),
    (into) => void crypto.getRandomValues(into as Uint8Array<ArrayBuffer>),
  );
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
