import type { Random } from './random.ts';

/** Everything that is made to go wrong, each kind counted. */
export const faultKinds = [
  'request dropped',
  'reply dropped',
  'duplicated',
  'delayed',
  'reordered',
  'client crashed',
  'server crashed before commit',
  'server crashed after commit',
  'signed out',
  'asked to wait',
  'other history',
  'leader replaced',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export class Faults {
  readonly counts = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
  /** How likely the network spoils one request; 0 once the storm is over. */
  rate: number;
  readonly #random: Random;

  constructor(random: Random, rate: number) {
    this.#random = random;
    this.rate = rate;
  }

  happened(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** Whether this goes wrong now. */
  strikes(kind: FaultKind, weight = 1): boolean {
    if (!this.#random.chance(this.rate * weight)) return false;
    this.happened(kind);
    return true;
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  get kinds(): number {
    return [...this.counts.values()].filter((count) => count > 0).length;
  }
}
