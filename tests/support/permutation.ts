import { Random } from '../simulation/random.ts';

/** Permutation test on ranks: whether two kinds of measurements could come from the same distribution. */

/** Measurements of both kinds, taken within a short time. */
export interface Block {
  a: readonly number[];
  b: readonly number[];
}

/**
 * Ranks the measurements of each block, relabels them at random many times, and counts how often the ranks of `a`
 * deviate at least as much as observed. Only measurements taken together are compared, so slow changes such as other
 * load on the machine have no effect.
 * @param relabellings number of relabellings; the smallest detectable probability is one in this many
 * @returns by how much the median of `a` is larger, and the probability of such ranks, or clearer ones, by chance
 */
export function likelyTheSame(
  blocks: readonly Block[],
  seed = 1,
  relabellings = 20_000,
): { difference: number; p: number } {
  const chance = new Random(seed);
  const ranked = blocks.map(({ a, b }) => ({ ranks: ranksOf([...a, ...b]), labelled: a.length }));
  // With random labels, the ranks of `a` have their proportional share of the sum.
  const middle = sumOf(ranked.map(({ ranks, labelled }) => (sumOf(ranks) * labelled) / ranks.length));
  const distance = () => Math.abs(sumOf(ranked.map(({ ranks, labelled }) => sumOf(ranks.slice(0, labelled)))) - middle);
  const seen = distance();
  let asFar = 1;
  for (let i = 0; i < relabellings; i++) {
    for (const { ranks, labelled } of ranked) draw(ranks, labelled, chance);
    if (distance() >= seen) asFar++;
  }
  const [a, b] = [blocks.flatMap((block) => block.a), blocks.flatMap((block) => block.b)];
  return { difference: median(a) - median(b), p: asFar / (relabellings + 1) };
}

/** Moves this many random items to the front. */
function draw(items: number[], count: number, chance: Random): void {
  for (let i = 0; i < count; i++) {
    const j = i + chance.below(items.length - i);
    [items[i], items[j]] = [items[j] as number, items[i] as number];
  }
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** Returns the items in random order. */
export function shuffled<T>(items: readonly T[], chance = new Random(7)): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = chance.below(i + 1);
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}

/** Returns the rank of each value, from 1. */
function ranksOf(values: readonly number[]): number[] {
  const ranks: number[] = [];
  const order = values.map((_, i) => i).toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  for (const [place, i] of order.entries()) ranks[i] = place + 1;
  return ranks;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((x, y) => x - y);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
