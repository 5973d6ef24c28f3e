import type { Cursor } from '#domain/protocol/sync.ts';
import { laterPosition } from '#domain/protocol/sync.ts';
import type { World } from './world.ts';

/**
 * Holds back the hints that arrive while the outbox drains: most are caused by this device's own commands, and a pull
 * for each would slow the drain. They are released when the drain is idle, or by the first hint that arrives more than
 * `heldMs` after the oldest one held, because other users may write too.
 */
export class HeldHints {
  readonly #world: Pick<World, 'now'>;
  readonly #pass: (position?: Cursor) => void;
  #since: number | undefined;
  #position: Cursor | undefined;

  /** @param pass starts a pull, up to a position if one is known */
  constructor(world: Pick<World, 'now'>, pass: (position?: Cursor) => void) {
    this.#world = world;
    this.#pass = pass;
  }

  /** Holds a hint back, with its position if it has one. */
  hold(position: Cursor | undefined): void {
    this.#since ??= this.#world.now();
    this.#position = further(this.#position, position);
    if (this.#world.now() - this.#since > heldMs) this.release();
  }

  /** Starts one pull for all held hints and this position, if there are any. */
  release(position?: Cursor): void {
    const target = further(this.#position, position);
    const isDue = this.#since !== undefined || target !== undefined;
    this.#since = undefined;
    this.#position = undefined;
    if (isDue) this.#pass(target);
  }
}

/** Time after which the next hint releases the held ones. */
const heldMs = 2000;

function further(a: Cursor | undefined, b: Cursor | undefined): Cursor | undefined {
  return b === undefined ? a : laterPosition(a, b);
}
