/** Returns a generator of numbers from 0 to 1: the same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}
