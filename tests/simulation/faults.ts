import type { Plan, TroubleKind } from './plan.ts';
import { troubleKinds } from './plan.ts';
import { Random } from './random.ts';

/** All faults between device and server, and of the disk, counted by kind. */
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
  'socket broken',
  'slow reader',
  'slow disk',
  'page lost',
  'page late',
  'page doubled',
  'writer ended',
  'writer hung',
  'piece lost',
  'piece doubled',
] as const;
type WireKind = (typeof wireKinds)[number];

/** Faults of answers that are written later. The real server has no language model in these stories. */
export const faultsOfAnswers: ReadonlySet<string> = new Set([
  'writer ended',
  'writer hung',
  'piece lost',
  'piece doubled',
]);

export type FaultKind = WireKind | TroubleKind;
export const faultKinds: readonly FaultKind[] = [...wireKinds, ...troubleKinds];

/** Decides by seed and name whether a fault occurs, independently of everything else. */
export class Faults {
  readonly counts = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));
  /** Names of the faults that occurred. */
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

  /** Whether this fault occurs now, at the point of the story named by `where`. */
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
