import type { PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/protocol/sync.ts';
import { limits } from '#domain/limits.ts';
import type { Me } from '#domain/users.ts';
import { SignedOut, Unreachable } from '../../src/net/errors.ts';
import type { Faults } from './faults.ts';
import type { ModelServer } from './model-server.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** The network between devices and the model server: every request and every reply can be spoiled. */
export class Wire {
  readonly #timeline: Timeline;
  readonly #server: ModelServer;
  readonly #faults: Faults;
  readonly #random: Random;
  #down = false;
  #latest = new Map<string, number>();
  #sent = 0;

  constructor(parts: { timeline: Timeline; server: ModelServer; faults: Faults; random: Random }) {
    this.#timeline = parts.timeline;
    this.#server = parts.server;
    this.#faults = parts.faults;
    this.#random = parts.random;
  }

  /** One request of a device: `arrive` runs at the server, maybe twice, and its answer goes back, maybe never. */
  call<T>(
    device: string,
    isSignedIn: () => boolean,
    arrive: (answer: (value: T) => void, fail: (error: Error) => void) => void,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timeline = this.#timeline;
      const faults = this.#faults;
      timeline.at(limits.syncTimeoutMs, () => reject(new Unreachable('timeout')));
      if (this.#down) return timeline.at(50, () => reject(new Unreachable('down')));
      if (faults.strikes('request dropped')) return;
      const number = this.#sent++;
      const deliver = () => {
        if (this.#down) return reject(new Unreachable('down'));
        if ((this.#latest.get(device) ?? -1) > number) faults.happened('reordered');
        this.#latest.set(device, Math.max(this.#latest.get(device) ?? -1, number));
        if (!isSignedIn()) return timeline.at(this.#delay(), () => reject(new SignedOut()));
        arrive(
          (value) => {
            if (!faults.strikes('reply dropped')) timeline.at(this.#delay(), () => resolve(value));
          },
          (error) => timeline.at(this.#delay(), () => reject(error)),
        );
      };
      timeline.at(this.#delay(), deliver);
      if (faults.strikes('duplicated', 0.5)) timeline.at(this.#delay() * 3, deliver);
    });
  }

  #delay(): number {
    const usual = this.#random.between(5, 60);
    return this.#faults.strikes('delayed', 0.5) ? usual + this.#random.between(300, 25_000) : usual;
  }

  push(device: string, isSignedIn: () => boolean, body: PushBody): Promise<PushReply> {
    const sent = structuredClone(body);
    return this.call(device, isSignedIn, (answer, fail) => this.#transact(sent, answer, fail));
  }

  /** Locks, works for a while with its transaction open, commits; a crash before leaves nothing, one after loses the reply. */
  #transact(body: PushBody, answer: (reply: PushReply) => void, fail: (error: Error) => void): void {
    const server = this.#server;
    const transaction = server.begin(body);
    if (transaction === undefined) return this.#timeline.at(20, () => this.#transact(body, answer, fail));
    this.#timeline.at(this.#random.between(1, 80), () => {
      if (this.#faults.strikes('server crashed before commit', 0.4)) {
        server.rollback(transaction);
        this.#crash();
        return fail(new Unreachable('connection reset'));
      }
      const retryAt = this.#faults.strikes('asked to wait', 0.4) ? this.#random.below(body.commands.length) : -1;
      const { results } = server.commit(transaction, body, retryAt);
      if (this.#faults.strikes('server crashed after commit', 0.4)) {
        this.#crash();
        return fail(new Unreachable('connection reset'));
      }
      answer({ results: structuredClone(results), cursorHint: null });
    });
  }

  #crash(): void {
    this.#down = true;
    this.#timeline.at(this.#random.between(100, 3000), () => (this.#down = false));
  }

  pull(device: string, isSignedIn: () => boolean, me: Me, body: PullBody): Promise<PullReply> {
    return this.call(device, isSignedIn, (answer) => answer(this.#server.pull(me, body.cursor, body.limit)));
  }

  snapshot(device: string, isSignedIn: () => boolean, me: Me, streams?: readonly string[]): Promise<SnapshotLine[]> {
    return this.call(device, isSignedIn, (answer) => {
      const lines = this.#server.snapshot(me, streams);
      // Cut off: what has arrived is void.
      answer(this.#faults.strikes('reply dropped', 0.5) ? lines.slice(0, -1) : lines);
    });
  }
}
