import { isAccepted } from '#domain/spine/retry-policy.ts';
import { laterPosition, type Cursor } from '#domain/spine/wire/sync.ts';
import type { EntryResult } from './count-retries.ts';

/** The last position of the log at which a command of this device was accepted. */
export class AcceptedPosition {
  #position: Cursor | undefined;
  /** When the push began whose reply has this position, by `world.now`. */
  #from = -Infinity;

  /** @param from when the push began: a late reply from before a restore of the server replaces no newer position */
  note(results: readonly EntryResult[], from: number): void {
    for (const { result } of results) {
      if (!isAccepted(result)) continue;
      const isOtherEpoch = this.#position !== undefined && this.#position.epoch !== result.pos.epoch;
      if (isOtherEpoch && from < this.#from) continue;
      this.#from = from;
      this.#position = laterPosition(this.#position, result.pos);
    }
  }

  /** Returns the position, and forgets it. */
  take(): Cursor | undefined {
    const position = this.#position;
    this.#position = undefined;
    return position;
  }
}
