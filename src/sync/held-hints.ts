import type { Cursor } from '#domain/protocol/sync.ts';
import { laterPosition } from '#domain/protocol/sync.ts';
import type { World } from './world.ts';

/**
 * Hints that come while a queue is being sent are mostly one's own echo. They wait until the sending rests, because
 * server and device have better things to do until then, but not for ever: others may be writing too, of whom early
 * pictures tell meanwhile.
 */
export class HeldHints {
  readonly #world: Pick<World, 'now'>;
  readonly #pass: (place?: Cursor) => void;
  #since: number | undefined;
  #place: Cursor | undefined;

  /** @param pass makes a pull look, up to a place if one is known */
  constructor(world: Pick<World, 'now'>, pass: (place?: Cursor) => void) {
    this.#world = world;
    this.#pass = pass;
  }

  hold(place: Cursor | undefined): void {
    this.#since ??= this.#world.now();
    this.#place = further(this.#place, place);
    if (this.#world.now() - this.#since > heldMs) this.release();
  }

  /** Passes on what was held, and this place. */
  release(place?: Cursor): void {
    const target = further(this.#place, place);
    const isDue = this.#since !== undefined || target !== undefined;
    this.#since = undefined;
    this.#place = undefined;
    if (isDue) this.#pass(target);
  }
}

/** How long a hint may wait. */
const heldMs = 2000;

function further(a: Cursor | undefined, b: Cursor | undefined): Cursor | undefined {
  return b === undefined ? a : laterPosition(a, b);
}
