import type { Plan } from './plan.ts';
import { tell, type Mode, type OpenServer, type Outcome } from './story.ts';

export interface ShrinkOptions {
  /** Time limit, in ms. */
  forMs: number;
  /** The server of the story, by default the model. */
  open?: OpenServer | undefined;
  /** Returns the kind of failure, if the story fails. */
  kindOf?: (outcome: Outcome) => string | undefined;
}

/**
 * Shortens a failing story: leaves out actions, faults and network failures in ever smaller parts, as long as it still
 * fails in the same way.
 */
export async function shrink(
  plan: Plan,
  mode: Mode,
  found: Outcome,
  { forMs, open, kindOf = firstKind }: ShrinkOptions,
): Promise<[Plan, Outcome]> {
  const until = performance.now() + forMs;
  let best: [Plan, Outcome] = [plan, found];
  const kind = kindOf(found);

  async function fails(candidate: Plan): Promise<boolean> {
    const outcome = await tell(candidate, mode, open).catch(() => undefined);
    if (outcome === undefined || kindOf(outcome) !== kind) return false;
    best = [candidate, outcome];
    return true;
  }

  /** Leaves out as many items as possible: first halves, then quarters, down to single ones. */
  async function reduce<T>(items: readonly T[], without: (gone: ReadonlySet<T>) => Plan): Promise<void> {
    let kept = [...items];
    const gone = new Set<T>();
    for (
      let size = Math.ceil(kept.length / 2);
      size > 0 && performance.now() < until;
      size = size === 1 ? 0 : size >> 1
    ) {
      for (let at = 0; at < kept.length && performance.now() < until;) {
        const part = kept.slice(at, at + size);
        const next = new Set([...gone, ...part]);
        if (await fails(without(next))) {
          kept = kept.filter((item) => !next.has(item));
          for (const item of part) gone.add(item);
        } else at += size;
      }
    }
  }

  await fails({ ...plan, rate: 0 });
  for (let before = Infinity; weightOf(best) < before && performance.now() < until;) {
    before = weightOf(best);
    const [start, outcome] = best;
    await reduce(start.happenings, (gone) => {
      return { ...start, happenings: start.happenings.filter((happening) => !gone.has(happening)) };
    });
    const [shorter] = best;
    const struck = start === shorter ? outcome.struck : best[1].struck;
    await reduce(struck, (gone) => ({ ...shorter, spared: new Set([...shorter.spared, ...gone]) }));
  }
  return best;
}

/** Returns the kind of the first violation, such as `(a)` or `not at rest`. */
function firstKind({ violations }: Outcome): string | undefined {
  return violations[0]?.slice(0, 3);
}

function weightOf([plan, { struck }]: [Plan, Outcome]): number {
  return plan.happenings.length + struck.length;
}
