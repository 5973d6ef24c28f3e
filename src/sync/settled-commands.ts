import type { WireEvent } from '#domain/spine/wire/sync.ts';
import type { World } from './world.ts';

/** Time in ms that the reply to a command waits for the page with its events, which needs one statement more. */
const pageAfterReplyMs = 30;

/** The commands that the last sent page has settled: with its events stored, they have left the outbox. */
export class SettledCommands {
  readonly #world: World;
  #last: ReadonlySet<string> = new Set();
  /** What to call when a page with this command's events is stored. */
  readonly #waiting = new Map<string, () => void>();

  constructor(world: World) {
    this.#world = world;
  }

  /** A page that the server has sent is stored. */
  note(events: readonly WireEvent[]): void {
    this.#last = new Set(events.flatMap(({ cmdId }) => cmdId ?? []));
    for (const cmdId of this.#last) this.#waiting.get(cmdId)?.();
  }

  /**
   * Resolves with true once a page has settled this command; with false when none does so in a moment, or when no page
   * is expected.
   */
  async waitFor(cmdId: string, isPageExpected: boolean, signal: AbortSignal): Promise<boolean> {
    if (this.#last.has(cmdId)) return true;
    if (!isPageExpected) return false;
    const isOver = new AbortController();
    const page = new Promise<boolean>((resolve) => this.#waiting.set(cmdId, () => resolve(true)));
    const moment = this.#world.sleep(pageAfterReplyMs, AbortSignal.any([signal, isOver.signal]));
    const isSettled = await Promise.race([page, moment.then(() => false)]);
    isOver.abort();
    this.#waiting.delete(cmdId);
    return isSettled;
  }
}
