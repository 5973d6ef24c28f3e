import type { Cursor, PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/protocol/sync.ts';
import { furtherPlace } from '#domain/protocol/sync.ts';
import { limits } from '#domain/limits.ts';
import type { Me } from '#domain/users.ts';
import { Refused, SignedOut, Unreachable } from '../../src/net/errors.ts';
import type { Faults } from './faults.ts';
import type { Transaction } from './model-database.ts';
import type { ModelServer } from './model-server.ts';
import { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** Who calls: a tab of a device, with the token that device has. */
export interface Caller {
  name: string;
  device: string;
  me: Me;
  version: number;
  isSignedIn: () => boolean;
  isOnline: () => boolean;
}

/** A request at the server: it answers once, and may come to nothing. */
interface Arrived<T> {
  name: string;
  random: Random;
  answer: (value: T) => void;
  fail: (error: Error) => void;
}

/** The network between devices and the model server: every request and every reply can be spoiled. */
export class Wire {
  /** Told of every commit, so that hints can go out. */
  committed: (name: string, place: Cursor | undefined, streams: readonly string[]) => void = () => undefined;
  /** How far each device has been told, in the present history. */
  readonly handedOut = new Map<string, Cursor>();
  readonly #timeline: Timeline;
  readonly #server: ModelServer;
  readonly #faults: Faults;
  readonly #seed: number;
  #down = false;
  readonly #latest = new Map<string, number>();
  readonly #asked = new Map<string, number>();
  #sent = 0;

  constructor(parts: { timeline: Timeline; server: ModelServer; faults: Faults; seed: number }) {
    this.#timeline = parts.timeline;
    this.#server = parts.server;
    this.#faults = parts.faults;
    this.#seed = parts.seed;
  }

  /** One request of a device: `arrive` runs at the server, maybe twice, and its answer goes back, maybe never. */
  #call<T>(caller: Caller, what: string, arrive: (request: Arrived<T>) => void): Promise<T> {
    const count = (this.#asked.get(caller.name + what) ?? 0) + 1;
    this.#asked.set(caller.name + what, count);
    const name = `${what} ${count} of ${caller.name}`;
    const timeline = this.#timeline;
    const faults = this.#faults;
    const random = Random.of(this.#seed, 'delays', name);
    return new Promise<T>((resolve, reject) => {
      timeline.at(limits.syncTimeoutMs, () => reject(new Unreachable('timeout')));
      if (this.#down || !caller.isOnline()) return timeline.at(50, () => reject(new Unreachable('down')));
      if (faults.strikes('request dropped', name)) return;
      const number = this.#sent++;
      const back = (way: string, run: () => void) => {
        if (!faults.strikes('reply dropped', `${way} ${name}`))
          timeline.at(this.#delay(random, name + way), () => caller.isOnline() && run());
      };
      const deliver = (way: string) => {
        if (this.#down) return reject(new Unreachable('down'));
        if ((this.#latest.get(caller.name) ?? -1) > number) faults.happened('reordered');
        this.#latest.set(caller.name, Math.max(this.#latest.get(caller.name) ?? -1, number));
        const fail = (error: Error) => back(way, () => reject(error));
        if (!caller.isSignedIn()) return fail(new SignedOut());
        if (caller.version < this.#server.minVersion) return fail(new Refused(426, 'CLIENT_TOO_OLD', 'Update.'));
        arrive({ name: `${way} ${name}`, random, answer: (value) => back(way, () => resolve(value)), fail });
      };
      timeline.at(this.#delay(random, name), () => deliver('first'));
      if (faults.strikes('duplicated', name, 0.5)) timeline.at(random.between(20, 2000), () => deliver('second'));
    });
  }

  #delay(random: Random, name: string): number {
    const usual = random.between(5, 60);
    return this.#faults.strikes('delayed', name, 0.5) ? usual + random.between(300, 25_000) : usual;
  }

  push(caller: Caller, body: PushBody): Promise<PushReply> {
    return this.#call<PushReply>(caller, 'push', (request) => {
      if (body.commands.length > 1 && this.#faults.strikes('frame too large', request.name, 0.3))
        return request.fail(new Refused(413, 'TOO_LARGE', 'Too large.'));
      if (body.actor !== caller.me.id) return request.fail(new Refused(409, 'ACTOR_MISMATCH', 'Not yours.'));
      this.#transact(body, request);
    });
  }

  /** Step by step, with time for others between; a crash before the commit leaves nothing, one after it loses the reply. */
  #transact(body: PushBody, request: Arrived<PushReply>): void {
    const { name, random, answer } = request;
    const server = this.#server;
    const faults = this.#faults;
    const tx = server.begin();
    const reset = () => request.fail(new Unreachable('connection reset'));
    const retryAt = faults.strikes('asked to wait', name, 0.4) ? random.below(body.commands.length) : -1;
    this.#steps(tx, random, reset, [
      () => server.lock(tx, body),
      () => (server.decide(tx, body, retryAt), true),
      () => (server.append(tx), true),
      () => {
        if (faults.strikes('server crashed before commit', name, 0.4)) return this.crash(random.between(100, 3000));
        const results = server.commit(tx);
        this.#hint(name, tx);
        if (faults.strikes('server crashed after commit', name, 0.4)) {
          this.crash(random.between(100, 3000));
          return reset();
        }
        answer({ results, cursorHint: null });
      },
    ]);
  }

  /** Runs statements of a transaction one after the other; one that answers false is tried again. */
  #steps(tx: Transaction, random: Random, reset: () => void, steps: (() => unknown)[]): void {
    const [step, ...later] = steps;
    if (step === undefined) return;
    this.#timeline.at(random.chance(0.2) ? random.between(50, 300) : random.between(1, 30), () => {
      if (!tx.isOpen) return reset();
      if (step() === false) this.#steps(tx, random, reset, steps);
      else if (tx.isOpen || later.length > 0) this.#steps(tx, random, reset, later);
    });
  }

  /** Another transaction of the server, of nobody's request. */
  transact(name: string, write: (tx: Transaction) => void, streams: readonly string[], openMs: number): void {
    const { db } = this.#server;
    const tx = db.begin();
    const random = Random.of(this.#seed, name);
    this.#steps(tx, random, () => undefined, [
      () => db.lock(tx, streams),
      () => {
        db.takeXid(tx);
        write(tx);
        db.number(tx);
        this.#timeline.at(openMs, () => {
          if (!tx.isOpen) return;
          db.commit(tx);
          this.#hint(name, tx);
        });
      },
    ]);
  }

  #hint(name: string, { events }: Transaction): void {
    const last = events.at(-1);
    if (last === undefined) return;
    const streams = new Set(events.map(({ stream }) => stream));
    this.committed(name, this.#server.db.place(last.xid, last.seq), [...streams]);
  }

  /** The server is gone for a while, and what it had open with it. */
  crash(downMs: number): void {
    this.#server.db.endAll();
    this.#down = true;
    this.#timeline.at(downMs, () => (this.#down = false));
  }

  pull(caller: Caller, body: PullBody): Promise<PullReply> {
    return this.#call<PullReply>(caller, 'pull', ({ answer, random }) => {
      const finish = this.#server.pull(caller.me, body.cursor, body.limit);
      const page = finish();
      // What has been read is on its way, whatever becomes of the server meanwhile.
      if ('next' in page) this.#handOut(caller, page.next);
      this.#timeline.at(random.between(0, 40), () => {
        answer(finish());
      });
    });
  }

  snapshot(caller: Caller, streams?: readonly string[]): Promise<SnapshotLine[]> {
    return this.#call<SnapshotLine[]>(caller, 'snapshot', ({ name, answer, random }) => {
      const finish = this.#server.snapshot(caller.me, streams);
      // Cut off: what has arrived is void.
      const isCut = this.#faults.strikes('reply dropped', `the end of ${name}`, 0.5);
      const lines = finish();
      if (streams === undefined) this.#handOut(caller, (lines[0] as { pos: Cursor }).pos);
      this.#timeline.at(random.between(0, 15), () => {
        answer(isCut ? lines.slice(0, -1) : lines);
      });
    });
  }

  #handOut({ device }: Caller, place: Cursor): void {
    this.handedOut.set(device, furtherPlace(this.handedOut.get(device), place));
  }
}
