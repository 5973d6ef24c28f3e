import type { DBCoreMutateRequest } from 'dexie';
import type { Me } from '#domain/account/users.ts';
import type { SentPage } from '#domain/spine/wire/sockets.ts';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import type { CommandContext } from '../../../src/db/context.ts';
import { withConnection } from '../../../src/db/lost-connection.ts';
import { storeMeta } from '../../../src/db/meta.ts';
import { restoreWhenDeleted } from '../../../src/db/lost/restore.ts';
import type { UserDb } from '../../../src/db/schema.ts';
import type { UploadApi } from '../../../src/net/uploads.ts';
import { Writer } from '../../../src/sync/writer/writer.ts';
import { clientIdOf, isWorkDue, startEngine, type Engine } from '../../../src/sync/engine.ts';
import { LiveAnswers } from '../../../src/assistant/views/live-answers.ts';
import { takeLead } from '../../../src/sync/fence.ts';
import { isLeaderFrozen, lockName } from '../../../src/sync/leader.ts';
import type { MachineStep } from '../../../src/sync/machine.ts';
import type { EngineReport, World } from '../../../src/sync/world.ts';
import { Crashed, type Disk } from './disk.ts';
import type { DeviceLocks } from './locks.ts';
import type { Random } from '../random.ts';
import type { Listener } from './sockets.ts';
import type { Timeline } from '../timeline.ts';
import type { Caller } from './caller.ts';
import type { Wire } from './wire.ts';
import { outboxRules } from '../../../src/nouns.ts';

export interface TabParts {
  me: Me;
  caller: Caller;
  disk: Disk;
  locks: DeviceLocks;
  timeline: Timeline;
  wire: Wire;
  random: Random;
  /** Deviation of the device's clock, in ms. */
  clockMs: () => number;
  report: (report: EngineReport) => void;
  /** Called for each step of its reader and writer. */
  watch: (step: MachineStep) => void;
  /** Called when a newer version in another tab closed the database. */
  outgrown: () => void;
  crashed: () => void;
  /** Called for every reply to a push. */
  replied: () => void;
  wrote: (tab: Tab, table: string, request: DBCoreMutateRequest) => void;
}

/** One tab of a device: the app's engine with its own connection, which can crash at any write or be frozen. */
export class Tab implements Listener {
  readonly db: UserDb;
  readonly ctx: CommandContext;
  /** What its page shows of answers that are being written. */
  readonly live = new LiveAnswers();
  isAlive = true;
  /** From here on, writes are not part of a database upgrade. */
  isOpen = false;
  isFrozen = false;
  readonly #parts: TabParts;
  #engine: Engine | undefined;
  #writesUntilCrash = Infinity;
  #thawed: (() => void)[] = [];
  #isOver = false;
  readonly #life = new AbortController();

  constructor(parts: TabParts) {
    this.#parts = parts;
    this.db = parts.disk.connect(parts.me.id, parts.caller.version, {
      assertAlive: () => {
        if (!this.isAlive) throw new Crashed();
        if (--this.#writesUntilCrash > 0) return;
        this.isAlive = false;
        this.#outside(parts.crashed);
        throw new Crashed();
      },
      wrote: (table, request) => parts.wrote(this, table, request),
    });
    this.db.on('versionchange', () => {
      this.db.close();
      this.#outside(parts.outgrown);
    });
    const { me, random } = parts;
    const appended = (isSent?: boolean) => this.#engine?.appended(isSent);
    const appVersion = `simulated ${parts.caller.version}`;
    this.ctx = {
      db: this.db,
      rules: outboxRules,
      me,
      newId: () => random.uuid(),
      appVersion,
      appended,
      sendsAtOnce: () => this.#engine?.reserve(),
    };
  }

  /** Opens the database and starts synchronization, as the app does after sign-in. */
  async open(): Promise<void> {
    const { db } = this;
    const { me, locks, report, watch, wire } = this.#parts;
    const { timeline } = this.#parts;
    const restoring = restoreWhenDeleted(db, {
      newId: () => `${++databases}`,
      restored: () => this.retryNow(),
      failed: none,
      later: (run) => timeline.at(2000, run),
    });
    await db.open();
    this.isOpen = true;
    restoring.hold(this.#life.signal);
    await withConnection(db, () => db.transaction('rw!', db.meta, async () => storeMeta(db, 'parked', false)));
    if (!this.isAlive) return;
    wire.sockets.open(this);
    this.#engine = startEngine({
      db,
      rules: outboxRules,
      me: me.id,
      world: this.#world(),
      uploadApi: this.#door(),
      locks: locks.of(this, () => this.#awake()),
      report: (told) => this.#outside(() => this.isAlive && report(told)),
      confirmed: () => undefined,
      watch,
    });
  }

  /** Deferred, because here Dexie would assign the work to the current transaction. */
  #outside(run: () => void): void {
    this.#parts.timeline.at(0, run);
  }

  /** Does what the service worker does without a page: drains once, if no live tab leads. */
  async drainOnce(budgetMs: number): Promise<void> {
    const { db } = this;
    const { me, locks, timeline, watch } = this.#parts;
    await db.open();
    this.isOpen = true;
    const world = this.#world();
    const budget = new AbortController();
    timeline.at(budgetMs, () => budget.abort());
    let isBusy = true;
    const drain = async (lock: unknown): Promise<void> => {
      if (lock === null) return;
      isBusy = false;
      const fence = await takeLead(db, 'service-worker', world.wall());
      const clientId = await clientIdOf(db);
      const writer = new Writer({
        db,
        rules: outboxRules,
        me: me.id,
        clientId,
        world,
        fence,
        report: none,
        notifyReader: none,
        watch,
      });
      await writer.run(budget.signal, true);
    };
    const mine = locks.of(this, () => this.#awake());
    await mine.request(lockName(me.id), { ifAvailable: true }, drain);
    if (isBusy && (await isLeaderFrozen({ db, world, isWorkDue: () => isWorkDue(db) }, budget.signal)))
      await mine.request(lockName(me.id), { steal: true }, drain);
  }

  #world(): World & { wall(): number } {
    const { timeline, wire, caller, random, replied, clockMs } = this.#parts;
    return {
      now: () => timeline.now,
      wall: () => timeline.now + clockMs(),
      date: () => Date.now() + clockMs(),
      serverDate: () => Date.now(),
      random: () => random.next(),
      isOffline: () => this.isFrozen || !this.isAlive || caller.saysOffline(),
      sleep: async (ms, signal) => {
        await timeline.sleep(ms, signal);
        if (!signal.aborted) await this.#awake();
      },
      push: async (body) => {
        try {
          return await this.#heard(wire.push(caller, body));
        } finally {
          replied();
        }
      },
      pull: (body) => this.#heard(wire.pull(caller, body)),
      stand: (at) => wire.sockets.stand(this, at),
      snapshot: (streams) => this.#heard(wire.snapshot(caller, streams)),
    };
  }

  /** Replies to a closed tab are dropped; a frozen one gets them when it resumes. */
  #heard<T>(reply: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const then = (run: () => void) => void this.#awake().then(() => this.isAlive && run());
      reply.then(
        (value) => then(() => resolve(value)),
        (error: Error) => then(() => reject(error)),
      );
    });
  }

  #door(): UploadApi {
    const door = this.#parts.wire.uploadDoor(this.#parts.caller);
    return {
      create: (file) => this.#heard(door.create(file)),
      offsetOf: (url) => this.#heard(door.offsetOf(url)),
      send: (url, offset, bytes) => this.#heard(door.send(url, offset, bytes)),
    };
  }

  #awake(): Promise<void> {
    return this.isFrozen ? new Promise((resolve) => this.#thawed.push(resolve)) : Promise.resolve();
  }

  freeze(): void {
    this.isFrozen = true;
  }

  thaw(): void {
    this.isFrozen = false;
    for (const go of this.#thawed.splice(0)) go();
  }

  get caller(): Caller {
    return this.#parts.caller;
  }

  /** Its socket has opened; a moment later the server says that it can send pages. */
  opened(): void {
    void this.#awake().then(() => this.isAlive && this.#engine?.retryNow());
    this.#parts.timeline.at(100, () => void this.#awake().then(() => this.isAlive && this.#engine?.standAgain()));
  }

  /** A frozen page gets it when it resumes. */
  sent(page: SentPage): void {
    void this.#awake().then(() => this.isAlive && this.#engine?.pageCame(page));
  }

  hinted(place?: Cursor): void {
    if (this.isAlive && !this.isFrozen) this.#engine?.hinted(place);
  }

  repeated(): void {
    if (this.isAlive && !this.isFrozen) this.#engine?.chatEventCame();
  }

  retryNow(): void {
    if (this.isAlive && !this.isFrozen) this.#engine?.retryNow();
  }

  /** Crashes at the given write, in the middle of its transaction. */
  crashAfterWrites(count: number): void {
    this.#writesUntilCrash = count;
  }

  /** Closes the tab: nothing it was about to do happens any more. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.isAlive = false;
    this.#parts.locks.forget(this);
    this.#parts.wire.sockets.close(this);
    this.#engine?.stop();
    // Storage operations in progress are cut off a moment later.
    this.#parts.timeline.at(1, () => this.db.close());
    this.#life.abort();
  }
}

/** Number of databases so far, each of which has an identity. */
let databases = 0;

function none(): void {}
