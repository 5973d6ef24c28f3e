import type { Cursor } from '#domain/spine/wire/sync.ts';
import { laterPosition } from '#domain/spine/wire/sync.ts';
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
    if (position !== undefined) this.#position = laterPosition(this.#position, position);
    if (this.#world.now() - this.#since > heldMs) this.release();
  }

  /** Starts one pull for all held hints, if there are any. */
  release(): void {
    if (this.#since === undefined) return;
    const position = this.#position;
    this.#since = undefined;
    this.#position = undefined;
    this.#pass(position);
  }
}

/** Time after which the next hint releases the held ones. */
const heldMs = 2000;
