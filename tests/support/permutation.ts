import { Random } from '../simulation/random.ts';

/** Whether two lists of measurements could come from one and the same thing: a permutation test on their medians. */

const relabellings = 2000;

/**
 * Gives the measurements their labels anew, by chance, again and again, and counts how often that makes a difference as
 * large as the real one.
 * @returns the difference of the medians and how likely it, or a larger one, is by chance
 */
export function likelyTheSame(a: readonly number[], b: readonly number[], seed = 1): { difference: number; p: number } {
  const difference = Math.abs(median(a) - median(b));
  const chance = new Random(seed);
  const all = [...a, ...b];
  let asLarge = 1;
  for (let i = 0; i < relabellings; i++) {
    const mixed = shuffled(all, chance);
    if (Math.abs(median(mixed.slice(0, a.length)) - median(mixed.slice(a.length))) >= difference) asLarge++;
  }
  return { difference, p: asLarge / (relabellings + 1) };
}

/** The same items in an order that tells nothing. */
export function shuffled<T>(items: readonly T[], chance = new Random(7)): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = chance.below(i + 1);
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((x, y) => x - y);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
