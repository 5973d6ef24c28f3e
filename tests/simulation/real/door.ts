import { Refusal } from '#domain/ground/errors.ts';
import type { Cursor, PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/spine/wire/sync.ts';
import { laterPosition, resultsOf } from '#domain/spine/wire/sync.ts';
import { buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { errors } from '#domain/ground/errors.ts';
import type { Me } from '#domain/account/users.ts';
import { createBus } from '../../../server/spine/bus/push.ts';
import { saveDelivered } from '../../../server/chat/store/rooms.ts';
import { createNouns } from '../../../server/start/nouns.ts';
import { createHints } from '../../../server/spine/feed/hints.ts';
import { snapshotOf } from '../../../server/start/snapshot.ts';
import { silentLog } from '../../../server/ground/log.ts';
import { type SyncService, syncService } from '../../../server/spine/feed/sync-service.ts';
import type { Asker } from '../../../server/spine/log/pages.ts';
import type { Page } from '../../../server/spine/log/pull.ts';
import { Refused, Unreachable } from '../../../src/net/errors.ts';
import type { Faults } from '../faults.ts';
import type { Logged } from '../model/database.ts';
import { Calls, type Course, Gone } from './calls.ts';
import type { RealDatabase } from './database.ts';
import { noInvoicing } from '../../support/users.ts';
import { joinRoom } from './joining.ts';
import { RealSeen } from './seen.ts';
import type { Random } from '../random.ts';
import type { Arrived, Backup, Server, Brought } from '../server.ts';
import type { ServerParts } from '../story.ts';
import type { Timeline } from '../timeline.ts';

/**
 * The real server: its bus, uploads, pull and snapshot on PostgreSQL. Simulated time stops while it works, so the seed
 * decides the order of events. Some statements are held back for a period of simulated time, with the locks and reads
 * of their transaction, and others run concurrently as PostgreSQL permits. Only the model interleaves every two steps
 * in every order.
 */
export class RealDoor implements Server {
  committed: Server['committed'] = () => undefined;
  // It has no language model: its answers are written with their questions.
  wrote: Server['wrote'] = () => undefined;
  stopAnswer: Server['stopAnswer'] = () => undefined;
  readonly fields = ['notes', 'title'];
  readonly faults: string[] = [];
  readonly seen: RealSeen;
  readonly #database: RealDatabase;
  readonly #timeline: Timeline;
  readonly #faults: Faults;
  readonly #pageSize: number;
  readonly #calls: Calls;
  #door!: SyncService;

  private constructor(database: RealDatabase, { timeline, faults, pageSize }: ServerParts) {
    this.#database = database;
    this.seen = new RealSeen(database);
    this.#timeline = timeline;
    this.#faults = faults;
    this.#pageSize = pageSize;
    const { work } = timeline;
    work.blocked = () => database.waiting();
    this.#calls = new Calls({ timeline, work, terminate: (backend) => database.terminate(backend) });
    database.calls = this.#calls;
  }

  static async open(database: RealDatabase, parts: ServerParts): Promise<RealDoor> {
    await database.empty(parts.users);
    const door = new RealDoor(database, parts);
    await door.#start();
    await door.seen.read();
    return door;
  }

  /** Starts a new process, without any memory of the previous one. */
  async #start(): Promise<void> {
    const { db } = this.#database;
    const index = buildIndex([]);
    const hints = await createHints(undefined);
    const log = { ...silentLog, error: (facts: object | string, text?: string) => this.#logged(facts, text) };
    const door = syncService({
      db,
      // In simulated time; what an ended process has gathered is lost with it.
      later: (ms, run) => this.#timeline.at(ms, () => this.#door === door && void this.#timeline.work.during(run)),
      hints,
      log,
      saveDelivered,
      bus: createBus({ db, log, hints, nouns: createNouns({ db, knowledge: () => index, invoicing: noInvoicing }) }),
    });
    this.#door = door;
  }

  /** Errors are expected from calls with a broken connection only. */
  #logged(facts: object | string, text = ''): void {
    if (this.#calls.current?.isBroken === true) return;
    const why = typeof facts === 'string' ? facts : (facts as { err?: Error }).err?.message;
    this.faults.push(`(g) the server logged: ${text} ${why ?? ''}`);
  }

  push(me: Me, body: PushBody, request: Arrived<PushReply>): void {
    const sent = JSON.parse(JSON.stringify(body)) as PushBody;
    void this.#push(me, sent, request);
  }

  async #push(me: Me, body: PushBody, request: Arrived<PushReply>): Promise<void> {
    await this.#carryOut(this.#courseOf(request), request, async () => {
      const reply = resultsOf(body, await this.#door.push(me, { ...body, brief: true }));
      for (const result of reply.results)
        if (result.s === 'rejected' && result.code === 'IDEMPOTENCY_CONFLICT') this.seen.conflicts.add(result.cmdId);
      return reply;
    });
    // Whether or not it has committed, and whatever its reply.
    await this.#timeline.work.during(() => this.#news(request.name));
  }

  /** Replies with the result of the work, or fails as a device would see it. */
  async #carryOut<T>(course: Course, request: Pick<Arrived<T>, 'answer' | 'fail'>, work: () => Promise<T>) {
    try {
      request.answer(await this.#calls.run(course, work));
    } catch (error) {
      request.fail(heard(error));
    }
  }

  /** Draws the faults of one push inside the server. */
  #courseOf({ name, random, crash }: Pick<Arrived<never>, 'name' | 'random' | 'crash'>): Course {
    const faults = this.#faults;
    const course: Course = { pauseMs: () => (random.chance(0.04) ? random.between(1, 300) : 0) };
    if (faults.strikes('asked to wait', name, 0.05)) course.clashes = random.between(1, 4);
    const before = faults.strikes('server crashed before commit', name, 0.4);
    const after = !before && faults.strikes('server crashed after commit', name, 0.4);
    if (before) course.breaks = random.chance(0.5) ? 'before commit' : random.between(1, 5);
    if (after) course.breaks = 'after commit';
    // In half of the cases only the connection breaks, and the server must survive it.
    if ((before || after) && random.chance(0.5)) course.ends = () => crash(random.between(100, 3000));
    return course;
  }

  pull(me: Me, body: PullBody, request: Arrived<PullReply>): void {
    const limit = Math.min(body.limit, this.#pageSize);
    void this.#carryOut({ pauseMs: between(request.random, 0.5) }, request, async () => {
      const reply = JSON.parse((await this.#door.pull(me, { ...body, limit })).text) as PullReply;
      if ('next' in reply) request.told(reply.next);
      return reply;
    });
  }

  async pagesFor(_name: string, askers: readonly Asker[]): Promise<(Page | undefined)[]> {
    const pages = await this.#calls.run({ pauseMs: () => 0 }, () => this.#door.pagesFor(askers));
    // Of a page as small as those of a pull in this story, the rest must be pulled.
    return pages.map((page) => (page !== undefined && sizeOf(page) >= this.#pageSize ? undefined : page));
  }

  snapshot(me: Me, streams: readonly string[] | undefined, request: Arrived<SnapshotLine[]>): void {
    void this.#carryOut({ pauseMs: between(request.random, 0.1) }, request, async () => {
      const lines = await this.#door.inTurn(me, () => snapshotOf(this.#database.db, me, { streams }));
      if (streams === undefined) request.told((lines[0] as { pos: Cursor }).pos);
      return JSON.parse(JSON.stringify(lines)) as SnapshotLine[];
    });
  }

  /** Reads what a call has committed, and announces it. */
  async #news(name: string): Promise<void> {
    const events = await this.seen.read();
    const last = events.reduce<Cursor | undefined>(
      (place, event) => laterPosition(place, this.#placeOf(event)),
      undefined,
    );
    if (last !== undefined) this.committed(name, last, [...new Set(events.map(({ stream }) => stream))]);
  }

  #placeOf({ xid, seq }: Logged): Cursor {
    return { epoch: this.seen.epoch, xid: String(xid), seq };
  }

  drop(): void {
    this.#calls.dropAll();
    void this.#timeline.work.during(() => this.#start());
  }

  holdOpen(name: string, openMs: number): void {
    const course: Course = { pauseMs: (statement) => (statement === 3 ? openMs : 0) };
    const work = () => this.#database.takeXid();
    void this.#calls.run(course, work).catch((error: unknown) => this.#mustBeGone(name, error));
  }

  join(name: string, roomId: string, userId: string): void {
    void this.#timeline.work.during(async () => {
      await joinRoom(this.#database.db, roomId, userId);
      await this.#news(name);
    });
  }

  #mustBeGone(name: string, error: unknown): void {
    if (!(error instanceof Gone)) this.faults.push(`(g) ${name}: ${String(error)}`);
  }

  keepFile({ id }: Me, { sha256, size, mime }: Brought): void {
    void this.#timeline.work.during(() => this.#database.keepFile(id, { sha256, size, mime }));
  }

  backup(then: (backup: Backup) => void): void {
    const { work } = this.#timeline;
    void work.during(async () => {
      await this.#database.backup();
      const has = this.seen.hasAnswered();
      const goBack = this.seen.keep();
      const restore = () =>
        void work.during(async () => {
          await this.#database.restore();
          await goBack();
        });
      then({ has: (cmdId) => has.has(cmdId), restore });
    });
  }
}

function sizeOf({ events }: Page): number {
  return (JSON.parse(`[${events}]`) as unknown[]).length;
}

/** A read may be held back between its statements, never before the first. */
function between(random: Random, chance: number): Course['pauseMs'] {
  return (statement) => (statement > 1 && random.chance(chance) ? random.between(1, 300) : 0);
}

/** Returns the error that a device gets for a failure, as the routes report it. */
function heard(error: unknown): Error {
  if (!(error instanceof Refusal)) return new Unreachable(String(error));
  const [status] = errors[error.code];
  return status === 503 ? new Unreachable(error.message) : new Refused(status, error.code, error.message);
}
