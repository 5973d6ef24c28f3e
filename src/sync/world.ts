import type { PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/protocol/sync.ts';

/** Everything the exchange with the server takes from outside, so that a simulation can stand in for all of it. */
export interface World {
  /** Milliseconds of a clock that only runs forward; pauses are measured by it. */
  now(): number;
  /** Milliseconds since 1970 as the device believes: for what a person reads, and a first doubt, never a decision. */
  date(): number;
  /** The same by the server's clock; undefined before it has answered. */
  serverDate(): number | undefined;
  random(): number;
  /** Whether the device knows that it has no network: then nothing is tried, and nothing counts as sent. */
  isOffline?(): boolean;
  /** Whether the server can say that there is something new; where it cannot, it is asked more often. */
  isHinted?(): boolean;
  /** Resolves after this long, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  push(body: PushBody): Promise<PushReply>;
  pull(body: PullBody): Promise<PullReply>;
  /** The whole answer; rejects when it was cut off. */
  snapshot(streams?: readonly string[]): Promise<SnapshotLine[]>;
}

/** What the loops tell about themselves; the sync machine takes these as events. */
export type Report =
  | { type: 'pull.started' }
  | { type: 'pull.advanced'; behind: number }
  | { type: 'pull.caughtUp'; at: number }
  /** `isCaptive`: a captive portal answered in place of the server. */
  | { type: 'transport.failed'; retryInMs: number; isCaptive: boolean }
  /** A push was answered, or was not; `failed`: by a server that could not do its work. */
  | { type: 'push.ended'; failed: boolean }
  /** With the server's words. */
  | { type: 'session.refused'; reason: string }
  | { type: 'client.refused' };

/** Something to wait for that remembers being rung: a look that comes while one is under way is not lost. */
export class Bell {
  #rung = false;
  #waiting: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#waiting?.();
  }

  /** Resolves when rung (also if that was before), when the signal aborts, or after `ms`. */
  async heard(world: Pick<World, 'sleep'>, signal: AbortSignal, ms?: number): Promise<void> {
    if (!this.#rung && !signal.aborted) {
      const timer = new AbortController();
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true, signal: timer.signal });
        if (ms !== undefined) void world.sleep(ms, timer.signal).then(resolve);
      });
      timer.abort();
    }
    this.#rung = false;
    this.#waiting = undefined;
  }
}
