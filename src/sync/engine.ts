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
import type { MachineStep } from './machine.ts';
import { Uploads } from './uploads.ts';
import { watchQueue } from './watchdog.ts';
import type { SendCount, WriterEnd } from './writer/state.ts';
import { WakeUp, type EngineReport, type World } from './world.ts';
import type { OutboxRules } from '../db/outbox-rules.ts';

/** Sync of one tab: every tab has a reader; the leader also has a writer, which sends the outbox, and uploads. */

export interface EngineParts {
  db: UserDb;
  rules: OutboxRules;
  me: string;
  world: World & { wall(): number };
  uploadApi: UploadApi;
  locks: Locks;
  report: (report: EngineReport) => void;
  /** Called with the messages a page has confirmed, so that their early copies can be dropped. */
  confirmed: (messages: Message[]) => void;
  /** Called with the user's current rights on every page of a pull; see `domain/account/rights-key.ts`. */
  rightsReported?: (now: string) => void;
  /** Called by the leading tab when commands have been pending for `leaderHeartbeatMs`. */
  workWaits?: () => void;
  /** Called for each step of reader and writer, by the simulation. */
  watch?: (step: MachineStep) => void;
}

/** The sync of a tab: it reads, takes part in the election, and writes and uploads while it leads. */
export class Engine {
  readonly #parts: EngineParts;
  readonly #reader: Reader;
  readonly #stopped = new AbortController();
  /** Sleepers, which sleep while nothing is pending. */
  readonly #sleepers = { election: new WakeUp(), watchdog: new WakeUp() };
  /** Of the present term; undefined until this tab leads. */
  #writer: Writer | undefined;
  #uploads: Uploads | undefined;

  constructor(parts: EngineParts) {
    const { db, me, world, report, confirmed, rightsReported, watch } = parts;
    this.#parts = parts;
    this.#reader = new Reader({
      db,
      me,
      world,
      report,
      confirmed,
      ...(rightsReported && { rightsReported }),
      notifyWriter: (event) => this.#writer?.send(event),
      watch,
    });
  }

  start(): void {
    const { db, me, locks, world, workWaits } = this.#parts;
    const { signal } = this.#stopped;
    const wakeSleepers = (): void => Object.values(this.#sleepers).forEach((sleeper) => sleeper.set());
    watchTables([db.outbox], wakeSleepers, signal);
    void this.#reader.run(signal);
    void takePartInElection(
      {
        db,
        userId: me,
        holder: newId(),
        locks,
        world,
        isWorkDue: () => isWorkDue(db),
        outboxChanged: this.#sleepers.election,
        lead: (fence, term) => this.#lead(fence, term),
        ...(workWaits && { workWaits }),
      },
      signal,
    );
  }

  stop(): void {
    this.#stopped.abort();
  }

  /**
   * Wakes the writer, if this tab leads. Call when a command was appended.
   * @param isSent whether the writer sends it already
   */
  appended(isSent?: boolean): void {
    if (isSent !== true) this.#writer?.send({ type: 'wake' });
  }

  /** Asks the writer of this tab to send the next append at once; undefined while it does not lead, or is not idle. */
  reserve(): DirectSend | undefined {
    return this.#writer?.reserve();
  }

  /** Starts a pull, up to this position if it is known. While frames are in flight, the hint is held back. */
  hinted(position?: Cursor): void {
    this.#reader.send({ type: 'hint', position });
  }

  /** Takes a chat event. While the tab stands at the end of the log, the server sends the same as a page or a hint. */
  chatEventCame(): void {
    this.#reader.send({ type: 'chat' });
  }

  /** The server has sent this tab the next page of the log, because it stands at the end. */
  pageCame(page: SentPage): void {
    this.#reader.send({ type: 'page', page });
  }

  /** Stands at the end of the log, if this tab has pulled everything. Call when the server has said that it can. */
  standAgain(): void {
    this.#reader.send({ type: 'canStand' });
  }

  /**
   * Ends the pauses after failed calls; paused lanes stay paused. Call when the network is back, or when the page
   * becomes visible.
   */
  retryNow(): void {
    this.#reader.send({ type: 'retry' });
    this.#writer?.send({ type: 'retry' });
    this.#uploads?.retryNow();
  }

  /** Writes and uploads for one term as leader. */
  async #lead(fence: number, term: AbortSignal): Promise<void> {
    const { db, world, uploadApi, report } = this.#parts;
    const clientId = await clientIdOf(db);
    const uploads = new Uploads({
      db,
      world,
      uploadApi,
      fence,
      uploaded: () => this.#writer?.send({ type: 'wake' }),
      signedOut: (reason) => report({ type: 'session.refused', reason }),
    });
    this.#uploads = uploads;
    void uploads.run(term);
    // Other tabs also append commands and decide about refused ones. The writer reads the present rows when it starts.
    watchKeys(db.outbox, (highest) => this.#writer?.send({ type: 'changed', highest }), term);
    watchTables([db.attention], () => this.#writer?.send({ type: 'wake' }), term);
    watchTables([db.blobs, db.attention], () => uploads.wake(), term);
    let end: WriterEnd | 'restarted';
    do end = await this.#runWatched(this.#newWriter(fence, clientId), term);
    while (end === 'restarted' && !term.aborted);
    // After a sign-out or a required update there is nothing left to lead. The lock is kept until this tab stops.
    if (end !== 'fenced' && !term.aborted) await untilAborted(term);
  }

  #newWriter(fence: number, clientId: string): Writer {
    const { db, rules, me, world, report, watch } = this.#parts;
    const notifyReader = (underWay: SendCount, accepted?: Cursor): void =>
      this.#reader.send({ type: 'underWay', underWay, accepted });
    const writer = new Writer({ db, rules, me, clientId, world, fence, report, notifyReader, watch });
    writer.send({ type: 'pagesChanged', getsPages: this.#reader.getsPages });
    this.#writer = writer;
    return writer;
  }

  /** Runs a writer until it ends, or until the watchdog asks for a new one. */
  async #runWatched(writer: Writer, term: AbortSignal): Promise<WriterEnd | 'restarted'> {
    const { db, world } = this.#parts;
    const over = new AbortController();
    const stop = (): void => over.abort();
    term.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        const activeAt = (): number => writer.activeAt;
        const restart = (): void => resolve('restarted');
        const watched = { db, world, activeAt, outboxChanged: this.#sleepers.watchdog, restart };
        watchQueue(watched, over.signal).catch((error: unknown) => noteFault(db, 'watchdog', error));
        writer.run(over.signal).then(resolve, reject);
      });
    } finally {
      over.abort();
      term.removeEventListener('abort', stop);
    }
  }
}

/** Starts the sync of a tab. */
export function startEngine(parts: EngineParts): Engine {
  const engine = new Engine(parts);
  engine.start();
  return engine;
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
