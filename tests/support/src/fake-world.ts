import type { PullBody, PullReply, PushBody, PushReply, PushResult, SnapshotLine } from '#domain/spine/wire/sync.ts';
import { Unreachable } from '../../../src/net/errors.ts';
import type { World } from '../../../src/sync/world.ts';
import { positionAt } from './user.ts';
import { syncTimeoutMs } from '../../../src/net/deadlines.ts';

/** A world in which the test sets the server's replies and advances the time. */
export class FakeWorld implements World {
  time = 0;
  pushes: PushBody[] = [];
  onPush: (body: PushBody) => PushReply | Promise<PushReply> = (body) => accepted(body);
  onPull: (body: PullBody) => PullReply | Promise<PullReply> = () => ({
    events: [],
    next: positionAt(10),
    more: false,
  });
  onSnapshot: () => SnapshotLine[] = () => [{ pos: positionAt(10) }, { end: true }];
  readonly #sleepers: { until: number; wake: () => void }[] = [];

  now = () => this.time;
  date = () => Date.now();
  serverDate = (): number | undefined => Date.now();
  random = () => 0.5;

  sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      this.#sleepers.push({ until: this.time + ms, wake: resolve });
    });

  /** Advances the time. */
  pass(ms: number): void {
    this.time += ms;
    for (const sleeper of this.#sleepers) if (sleeper.until <= this.time) sleeper.wake();
  }

  /** A slow network: 1 kB/s, shared by all transfers; fails when a transfer takes longer than the request time-out. */
  async carry(bytes: number): Promise<void> {
    const from = this.time;
    for (let left = bytes; left > 0; left -= 100) {
      this.pass(100);
      if (this.time - from > syncTimeoutMs) throw new Unreachable('timeout error', { network: 'ECONNABORTED' });
      await Promise.resolve();
    }
  }

  push = async (body: PushBody): Promise<PushReply> => {
    this.pushes.push(structuredClone(body));
    return await this.onPush(body);
  };

  pull = async (body: PullBody): Promise<PullReply> => await this.onPull(body);
  snapshot = async (): Promise<SnapshotLine[]> => this.onSnapshot();
}

/** The reply that accepts every command at this position; `others` overrides results by command id. */
export function accepted(body: PushBody, others: Record<string, Partial<PushResult>> = {}, seq = 50): PushReply {
  const results = body.commands.map(({ cmdId }) => {
    const other = others[cmdId];
    return (
      other?.s === undefined ? { cmdId, s: 'ok', pos: positionAt(seq), ...other } : { cmdId, ...other }
    ) as PushResult;
  });
  return { results, cursorHint: null };
}
