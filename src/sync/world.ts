import type { Cursor, PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/spine/wire/sync.ts';

/**
 * Everything the sync layer takes from its environment: clocks, randomness and the server. The simulation replaces all
 * of it.
 */
export interface World {
  /** A monotonic clock in milliseconds. All durations are measured with it. */
  now(): number;
  /**
   * The device's clock, milliseconds since 1970. It may be wrong, so it only serves for display and for the suspicion
   * that a command is too old, which the server's clock must confirm.
   */
  date(): number;
  /** The server's clock, milliseconds since 1970, extrapolated from its last reply; undefined before the first one. */
  serverDate(): number | undefined;
  /** Returns a random number in [0, 1). */
  random(): number;
  /** Whether the device reports that it has no network. Then no call is made, and no command is marked as sent. */
  isOffline?(): boolean;
  /** Whether a socket delivers hints. Without one, pulls are more frequent. */
  isHinted?(): boolean;
  /** Resolves after this long, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  push(body: PushBody): Promise<PushReply>;
  pull(body: PullBody): Promise<PullReply>;
  /**
   * Says that this tab has pulled everything up to this position, so that the server sends what comes after it.
   * @returns false when that is not possible now: there is no socket, or the server is an older one
   */
  stand?(at: Cursor): boolean;
  /** Returns all lines of the snapshot. @throws Unreachable when the reply was cut off */
  snapshot(streams?: readonly string[]): Promise<SnapshotLine[]>;
}

/** Reports of reader and writer; `src/session/sync-status.ts` shows them. */
export type EngineReport =
  | { type: 'pull.started' }
  /** `pulled`: number of events that this pull has fetched so far. */
  | { type: 'pull.advanced'; pulled: number }
  | { type: 'pull.caughtUp'; at: number }
  /** `isCaptive`: a captive portal replied instead of the server. */
  | { type: 'transport.failed'; retryInMs: number; isCaptive: boolean }
  /** A push has ended. `failed`: the server replied with 5xx. */
  | { type: 'push.ended'; failed: boolean }
  /** `reason`: the server's message. */
  | { type: 'session.refused'; reason: string }
  /** 426: the server no longer accepts this version of the app. */
  | { type: 'client.refused' };

/** A wake-up signal that stays set until it is awaited, so a wake-up during work is not lost. */
export class WakeUp {
  #isSet = false;
  #waiting: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#waiting?.();
  }

  /**
   * Resolves when it is set, when the signal aborts, or after `ms`; at once if it was set before. Then resets it.
   * @returns whether it was set
   */
  async wait(world: Pick<World, 'sleep'>, signal: AbortSignal, ms?: number): Promise<boolean> {
    if (!this.#isSet && !signal.aborted) {
      const timer = ms === undefined ? undefined : new AbortController();
      let ended!: () => void;
      await new Promise<void>((resolve) => {
        this.#waiting = ended = resolve;
        signal.addEventListener('abort', ended);
        if (timer !== undefined) void world.sleep(ms ?? 0, timer.signal).then(ended);
      });
      signal.removeEventListener('abort', ended);
      timer?.abort();
    }
    const wasSet = this.#isSet;
    this.#isSet = false;
    this.#waiting = undefined;
    return wasSet;
  }
}
