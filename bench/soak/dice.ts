/** Reproducible random numbers: the same seed gives the same sequence. */
export interface Dice {
  /** From 0 (inclusive) to 1 (exclusive). */
  throw(): number;
  between(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
}

/** The mulberry32 generator. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    throw: roll,
    between: (from, to) => from + roll() * (to - from),
    pick(from) {
      const found = from[Math.floor(roll() * from.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
}
