import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import type { Me } from '#domain/users.ts';
import type { CommandContext } from '../../src/db/context.ts';
import { UserDb } from '../../src/db/schema.ts';
import { clearConfirmed } from '../../src/db/storage.ts';
import { Drain } from '../../src/sync/drain.ts';
import { takeLead } from '../../src/sync/fence.ts';
import { Pull } from '../../src/sync/pull.ts';
import type { Report, World } from '../../src/sync/world.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';
import type { Wire } from './wire.ts';

class Crashed extends Error {
  override name = 'Crashed';
}

/** One device of a person: the real outbox, drain, pull and confirmed rows over a disk that survives crashes. */
export class Device {
  readonly name: string;
  readonly me: Me;
  ctx!: CommandContext;
  isUp = false;
  /** Whether the server accepts its token. */
  isSignedIn = true;
  /** The person has been told to sign in again and has not yet. */
  isParked = false;
  readonly #timeline: Timeline;
  readonly #wire: Wire;
  readonly #random: Random;
  readonly #disk = new IDBFactory();
  #life = new AbortController();
  #drains: Drain[] = [];
  #pull: Pull | undefined;
  #writesUntilCrash = Infinity;
  /** Told after each reply to a push has been kept. */
  replied: () => void = () => undefined;

  constructor(parts: { name: string; me: Me; timeline: Timeline; wire: Wire; random: Random }) {
    this.name = parts.name;
    this.me = parts.me;
    this.#timeline = parts.timeline;
    this.#wire = parts.wire;
    this.#random = parts.random;
  }

  get db(): UserDb {
    return this.ctx.db;
  }

  /** Opens the app. */
  async start(): Promise<void> {
    Dexie.dependencies.indexedDB = this.#disk;
    const db = new UserDb(this.me.id);
    this.#writesUntilCrash = Infinity;
    const life = new AbortController();
    this.#life = life;
    db.use({
      stack: 'dbcore',
      name: 'crash',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => {
              if (life.signal.aborted) throw new Crashed();
              if (--this.#writesUntilCrash <= 0) {
                this.#crashed();
                throw new Crashed();
              }
              return table.mutate(request);
            },
          };
        },
      }),
    });
    const look = () => {
      for (const drain of this.#drains) drain.look();
    };
    this.ctx = { db, me: this.me, newId: () => this.#random.uuid(), appVersion: 'simulated', appended: look };
    this.isUp = true;
    await db.open();
    if (!this.isParked) await this.#exchange();
  }

  /** Starts pulling and draining; a second time while one drain runs, that one is robbed of the lead. */
  async #exchange(): Promise<void> {
    const { db } = this;
    const life = this.#life;
    const world = this.#world(life);
    const report = (told: Report) => {
      if (told.type === 'session.refused') this.#park();
    };
    const pull = new Pull({ db, me: this.me.id, world, report, requeued: () => this.ctx.appended() });
    this.#pull = pull;
    void pull.run(life.signal).catch(() => undefined);
    await this.lead();
  }

  /** Becomes leader anew; whoever led on this device goes on in ignorance, as a thawed tab would. */
  async lead(): Promise<void> {
    if (this.isParked || !this.isUp) return;
    const life = this.#life;
    const epoch = await takeLead(this.db, this.name, this.#timeline.now).catch(() => undefined);
    // The page died over it.
    if (epoch === undefined || life.signal.aborted) return;
    const drain = new Drain({
      db: this.db,
      me: this.me.id,
      clientId: this.me.id,
      world: this.#world(life),
      epoch,
      report: (told) => told.type === 'session.refused' && this.#park(),
      rested: () => {
        this.#pull?.look();
        this.replied();
      },
    });
    this.#drains.push(drain);
    void drain.run(life.signal).catch(() => undefined);
  }

  /** The exchange with the server as this life sees it: what comes back after a crash reaches nobody. */
  #world(life: AbortController): World {
    const wire = this.#wire;
    const { name, me } = this;
    const isSignedIn = () => this.isSignedIn;
    const alive = <T>(reply: Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        reply.then(
          (value) => !life.signal.aborted && resolve(value),
          (error: unknown) => !life.signal.aborted && reject(error as Error),
        );
      });
    return {
      now: () => this.#timeline.now,
      date: () => Date.now(),
      random: () => this.#random.next(),
      sleep: (ms, signal) => this.#timeline.sleep(ms, signal),
      push: (body) => alive(wire.push(name, isSignedIn, body)),
      pull: (body) => alive(wire.pull(name, isSignedIn, me, body)),
      snapshot: (streams) => alive(wire.snapshot(name, isSignedIn, me, streams)),
    };
  }

  hint(): void {
    this.#pull?.look();
  }

  /** The page dies at the given write from now on, in the middle of whatever that belongs to. */
  crashAfterWrites(count: number): void {
    this.#writesUntilCrash = count;
  }

  /** Ends it for good. */
  stop(): void {
    this.#life.abort();
    this.db.close();
  }

  crash(): void {
    if (this.isUp) this.#crashed();
  }

  #crashed(): void {
    this.isUp = false;
    this.#life.abort();
    this.#drains = [];
    this.#pull = undefined;
    const { db } = this;
    this.#timeline.at(1, () => db.close());
    this.#timeline.at(this.#random.between(50, 5000), () => void this.start());
  }

  /** What the app does on a 401: exchange ends, caches go, the queue stays; the person signs in again later. */
  #park(): void {
    if (this.isParked) return;
    this.isParked = true;
    this.isUp = false;
    this.#life.abort();
    this.#drains = [];
    const { db } = this;
    this.#timeline.at(10, () => {
      // A new page: nothing of the old one's memory is left.
      db.close();
      Dexie.dependencies.indexedDB = this.#disk;
      const forgetting = new UserDb(this.me.id);
      void clearConfirmed(forgetting).then(() => forgetting.close());
    });
    this.#timeline.at(this.#random.between(500, 20_000), () => {
      this.isSignedIn = true;
      this.isParked = false;
      void this.start();
    });
  }
}
