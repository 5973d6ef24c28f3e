import type { Plan, TroubleKind } from './plan.ts';
import { troubleKinds } from './plan.ts';
import { Random } from './random.ts';

/** Everything that is made to go wrong between device and server, each kind counted. */
const wireKinds = [
  'request dropped',
  'reply dropped',
  'duplicated',
  'delayed',
  'reordered',
  'server crashed before commit',
  'server crashed after commit',
  'asked to wait',
  'frame too large',
  'hint lost',
] as const;
type WireKind = (typeof wireKinds)[number];

export type FaultKind = WireKind | TroubleKind;
export const faultKinds: readonly FaultKind[] = [...wireKinds, ...troubleKinds];

/** Decides by seed and name whether a fault strikes, so that each does or does not whatever else happens. */
export class Faults {
  readonly counts = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
  /** The names of those that struck. */
  readonly struck: string[] = [];
  isStorm = true;
  readonly #plan: Plan;
  readonly #tell: (what: string) => void;

  constructor(plan: Plan, tell: (what: string) => void) {
    this.#plan = plan;
    this.#tell = tell;
  }

  happened(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** Whether this goes wrong now, at the place in the story that `where` names. */
  strikes(kind: WireKind, where: string, weight = 1): boolean {
    if (!this.isStorm || !Random.of(this.#plan.seed, kind, where).chance(this.#plan.rate * weight)) return false;
    const name = `${kind}: ${where}`;
    if (this.#plan.spared.has(name)) return false;
    this.happened(kind);
    this.struck.push(name);
    this.#tell(name);
    return true;
  }
}
